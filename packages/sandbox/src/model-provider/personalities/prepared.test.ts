import { describe, expect, test } from 'vitest'
import type { Conversation } from '../conversation.ts'
import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { readLibrary } from '../library/read-library.ts'
import { answerAs } from './personalities.ts'

const languages = ['en', 'fr', 'vi', 'zh', 'ar'] as const
const starters = ['summarize', 'plan', 'compare', 'explain']
const notQuestions = /^(?:open|quick|notes|kind-.*)$/

type More = { instructions?: string; before?: string; model?: string }
function ask(question: string, { instructions = '', before, model = 'sandbox-writer' }: More = {}): string {
  const asked: Conversation['turns'] = [{ role: 'user', text: question, images: 0 }]
  if (before !== undefined) asked.unshift({ role: 'assistant', text: before, images: 0 })
  return answerAs({
    model,
    instructions,
    turns: asked,
    tools: [],
    toolResults: [],
    streaming: true,
    usageAskedFor: true,
    maxOutputTokens: null,
  }).text
}

const prose = (markdown: string) => markdown.replace(/```[^]*?```|\$\$[^]*?\$\$|`[^`]*`/g, '')
const prepared = (language: Language) => readLibrary(language).filter(({ id }) => !notQuestions.test(id))

describe.each(languages)('MODEL-06 the prepared answers in %s', (language) => {
  test('cover the four ideas and twenty questions, the same in every language', () => {
    const ids = prepared(language).map(({ id }) => id)
    expect(ids).toHaveLength(24)
    expect(ids).toEqual(prepared('en').map(({ id }) => id))
    expect(ids).toEqual(expect.arrayContaining(starters))
    expect(readLibrary(language).map(({ id }) => id)).toEqual(readLibrary('en').map(({ id }) => id))
  })

  test('are found by each way to ask, are in the language, and have headings and a table, code or a diagram', () => {
    for (const { id, asked, starts, text } of prepared(language)) {
      const given = text.replace(/\{subject\|([^}]*)\}/g, '$1')
      for (const way of [...asked, ...starts]) expect(ask(way), way).toBe(given)
      expect(detectLanguage(prose(given)), id).toBe(language)
      expect(given, id).toMatch(/^## /m)
      expect(given.includes('| --- |') || given.includes('```') || /^> |^\d\. /m.test(given), id).toBe(true)
    }
  })

  test('have a title and three questions that could follow', () => {
    for (const { id, title, followups } of prepared(language)) {
      expect(title, id).not.toBe('')
      expect(title.split(' ').length, id).toBeLessThanOrEqual(8)
      expect(followups, id).toHaveLength(3)
      for (const followup of followups) expect(followup, id).toMatch(/[?？؟]$/)
    }
  })
})

test.each([
  ['How can I become a pilot?', 'en'],
  ['Comment devenir pilote de ligne ?', 'fr'],
  ['Làm sao để trở thành phi công?', 'vi'],
  ['怎样才能成为飞行员？', 'zh'],
  ['كيف أصبح طيارا؟', 'ar'],
] as const)('MODEL-06 %s has no answer, and that is said in its language', (question, language) => {
  const text = ask(question)
  expect(detectLanguage(text)).toBe(language)
  expect(text).toContain(`> ${question}`)
  expect(text).toMatch(/^\| --- \|/m)
  expect(text).not.toMatch(/[{}]/)
  expect(ask(question, { model: 'sandbox-quick' }).length).toBeLessThan(text.length / 2)
})

test('MODEL-06 the text that a person adds to an idea is in its answer and title', () => {
  const question = 'Make a plan with milestones, owners and risks for this project: moving the office to Lyon'
  expect(ask(question)).toMatch(/^## Project plan: moving the office to Lyon$/m)
  expect(ask(`Question: ${question}\n\nAnswer: Yes.`, { instructions: 'Write a title for the chat.' })).toBe(
    'Project plan: moving the office to Lyon',
  )
})

test('MODEL-06 Customize Answer’s language and format are followed', () => {
  const wish = (lines: string) => `Be kind.\n\nWhoever asks wants this:\n${lines}`
  const french = ask('Why is the sky blue?', { instructions: wish('- Language: French') })
  expect(french).toContain('## Pourquoi le ciel est bleu')
  const listed = ask('Why is the sky blue?', { instructions: wish('- Format: Bullet points') })
  expect(listed).toContain('- Sunlight holds all colors.')
  expect(listed).not.toContain('| --- |')
  expect(ask('Why is the sky blue?', { instructions: wish('- Format: Table') })).toMatch(/^\| # \| Point \|/)
  expect(ask('Why is the sky blue?', { instructions: wish('- Format: Checklist') })).toContain(
    '- [ ] Sunlight',
  )
  expect(ask('Why is the sky blue?', { instructions: wish('- Format: Email') })).toContain('Kind regards')
  expect(ask('Why is the sky blue?', { instructions: wish('- Format: Short summary') })).not.toMatch(/[|#]/)
  const both = ask('Why is the sky blue?', { instructions: wish('> Language: Arabic\n- Language: French') })
  expect(detectLanguage(prose(both))).toBe('ar')
  expect(ask('Why is the sky blue?', { instructions: wish('- Language: Spanish') })).toMatch(
    /^\*The sandbox writes .* would answer in Spanish\.\*/,
  )
})

const minutes = `## Warehouse

The meeting about the new warehouse took place on Monday (in the small room). Everybody agreed that the warehouse is too small for the coming season. The costs of a second warehouse are about 400,000 euros a year, however nobody has asked the bank. The coffee was good.

- Tomás gets three offers for a warehouse near the port.
- Amara books the room.
- We meet again in two weeks.`

describe('MODEL-06 shaping', () => {
  const received = (instruction: string, text = minutes) => ask(text, { instructions: instruction })
  test('shortens and summarizes by leaving sentences out, and adds none', () => {
    const shorter = received('Shorten the text to about half of its length. Keep its Markdown.')
    const summary = received('Summarize the text: the main points alone.')
    expect(shorter.length).toBeLessThan(minutes.length * 0.75)
    expect(summary.length).toBeLessThan(shorter.length)
    for (const text of [shorter, summary])
      for (const sentence of text.split(/(?<=\.)\s+|\n+/)) expect(minutes).toContain(sentence)
    expect(shorter).toMatch(/^## Warehouse\n/)
  })

  test('shortens one sentence by its asides', () => {
    expect(received('Shorten the text to half.', 'The probe (the new one) works, as far as we know.')).toBe(
      'The probe works.',
    )
  })

  test.each([
    ['fr', 'Le projet avance bien. Le projet coûte cher cette année. Il pleut. La banque paie le projet.'],
    ['zh', '这个项目进展顺利。项目今年的费用很高。今天下雨了。银行为项目付款。'],
    ['ar', 'يتقدم المشروع جيدا. تكلفة المشروع عالية هذا العام. السماء تمطر. يدفع البنك تكلفة المشروع.'],
    ['vi', 'Dự án tiến triển tốt. Năm nay dự án tốn nhiều tiền. Trời mưa. Ngân hàng trả tiền cho dự án.'],
  ])('shortens a text in %s', (_, text) => {
    const shorter = received('Shorten the text to about half of its length.', text)
    expect(shorter.length).toBeLessThan(text.length * 0.75)
    expect(shorter.length).toBeGreaterThan(5)
  })

  test('simplifies words, and mentions where only a real model could do more', () => {
    const simple = received('Rewrite the text in simple language: short sentences.')
    expect(simple).toContain('but nobody has asked the bank')
    expect(simple).not.toContain('(in the small room)')
    expect(received('Expand the text with useful detail.')).toContain('The sandbox adds no facts of its own.')
    expect(received('Rewrite the text so that it is clearer.', 'All is well.')).toContain(
      'only tidies the text up',
    )
    expect(received('Rewrite the text so that it is clearer.', 'all  is is well.')).toBe('All is well.')
  })

  test('a format is followed, and a language that would need a translation is refused politely', () => {
    expect(received('Shorten the text.\n- format: Bullet points')).toMatch(/^- /m)
    expect(received('Shorten the text.\n- language: French')).toMatch(/^\*Le bac à sable ne traduit pas/)
  })

  test.each([
    ['tea older coffee', '?'],
    ['Comment cuire du riz', '?'],
    ['为什么海是蓝色的', '？'],
    ['كيف أطبخ الأرز', '؟'],
  ])('an improved question is a question: %s', (question, mark) => {
    const improved = ask(question, {
      instructions: 'Rewrite the question below so that an AI can answer it.',
    })
    expect(improved.toLowerCase()).toContain(question.toLowerCase())
    expect(improved.endsWith(mark)).toBe(true)
    expect(improved.length).toBeGreaterThan(question.length + 10)
  })

  test.each([
    ['Shorten this: ', /The meeting about/],
    ['Make it a list', /^- Everybody agreed/m],
    ['Make it more formal', /sandbox only tidies/],
    ['Raccourcis : ', /The meeting about/],
    ['请把它缩短：', /The meeting about/],
  ])('a question may request it: %s', (request, expected) => {
    const answer = /[:：]/.test(request) ? ask(request + minutes) : ask(request, { before: minutes })
    expect(answer).toMatch(expected)
  })

  test('a request without a text names what is missing', () => {
    expect(ask('Shorten this')).toContain('needs a text')
  })
})
