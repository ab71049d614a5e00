import { expect, test } from 'vitest'
import { answerAs } from './personalities.ts'

const ask = (question: string, sources: string) =>
  answerAs({
    model: 'sandbox-quick',
    instructions: 'You answer questions in the room "Research" of a team.',
    turns: [
      { role: 'user', text: sources, images: 0 },
      { role: 'user', text: question, images: 0 },
    ],
    tools: [],
    toolResults: [],
    streaming: false,
    usageAskedFor: true,
    maxOutputTokens: null,
  }).text

const sources = `Sources for the next question:

[1] "handbook.pdf", page 3 ("Leave")
| Every employee has 28 days of leave. Sick days do not count.

[2] "菜单.txt"
| 长城全长两万一千公里。香蕉是黄色的。`

test('MODEL-06 KB-06 any model that is given numbered sources answers with words of the best one and its number', () => {
  expect(ask('How many days of leave are there?', sources)).toBe('Every employee has 28 days of leave [1].')
  expect(ask('长城有多长？', sources)).toContain('长城全长两万一千公里 [2].')
  expect(ask('How many days of leave are there?', sources)).toBe(
    ask('How many days of leave are there?', sources),
  )
})

test('MODEL-06 KB-06 a quote from a formatted text is a sentence without Markdown', () => {
  const set = `Sources for the next question:

[1] "probes.txt"
| # Probes for fish farms
|  
| ## Kinds of probe
| - Oxygen probes, which drift and are
| calibrated each month
| - Salinity probes
|  
| Kind | Interval
| Oxygen | 30 days`
  expect(ask('How are oxygen probes calibrated?', set)).toBe(
    'Oxygen probes, which drift and are calibrated each month [1].',
  )
  expect(ask('What are the kinds of probe for fish farms?', set)).not.toMatch(/[#|]/)
})

test('MODEL-06 what only looks like a source is a question like any', () => {
  expect(ask('How many days?', 'I read [1] "handbook" somewhere.')).not.toContain('[1].')
})
