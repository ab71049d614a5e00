import { mintId, type Mention } from '@atrium/contract'
import { expect, test } from 'vitest'
import { storageIn } from './storage.fixture.ts'
import { createQuestionDrafts } from './composer-draft.ts'
import { isLong, partsOf, questionText, segmentsOf } from './pasted-text.ts'

const pasted = (...texts: string[]) => texts.map((text) => ({ id: mintId('message'), text }))
const shown = (question: string) => segmentsOf(question).map(({ kind, text }) => [kind, text])

test('more than 2,000 characters or 40 lines are long', () => {
  expect([isLong('x'.repeat(2000)), isLong('x'.repeat(2001))]).toEqual([false, true])
  expect([isLong('\n'.repeat(39)), isLong('\n'.repeat(40))]).toEqual([false, true])
})

test.each([
  ['a question with one', 'Sum up:', ['line\nline']],
  ['only a pasted text', '', ['one']],
  ['two of them', 'Compare', ['one', 'two']],
  ['fences inside', 'What is ```this```?', ['```ts\nlet x\n```', '``````']],
  ['a pasted text that looks like one', 'So?', ['```pasted text\ninner\n```']],
  ['empty lines at the edges', 'Why\n\n', ['\n\nx\n\n']],
])('%s is sent, shown and written on as it was', (_about, text, texts) => {
  const question = questionText({ text, pasted: pasted(...texts) })
  expect(shown(question)).toEqual([
    ...(text === '' ? [] : [['words', text]]),
    ...texts.map((one) => ['pasted', one]),
  ])
  const parts = partsOf(question)
  expect([parts.text, ...parts.pasted.map((one) => one.text)]).toEqual([text, ...texts])
})

test.each(['```pasted text\nnever closed', '```\ncode\n```', '```pasted text\nx\n```\n\nand more'])(
  '%j is written on as words',
  (question) => expect(partsOf(question)).toMatchObject({ text: question, pasted: [] }),
)

test('each piece has its word offset in the question', () => {
  const question = `Hi @Kim\n\n\`\`\`pasted text\nx\n\`\`\`\n\nand @Bo`
  for (const { text, start } of segmentsOf(question))
    expect(question.slice(start, start + text.length)).toBe(text)
})

test('CHAT-01 a draft keeps pasted texts and mentions; one of an older page is its text; damage is no draft', () => {
  const kept = new Map<string, string>()
  const drafts = createQuestionDrafts(() => storageIn(kept))
  const mentions: Mention[] = [{ kind: 'model', id: 'm', start: 0, length: 3 }]
  const question = { text: '@mm?', mentions, pasted: pasted('x') }
  drafts.write('chat', question)
  expect(drafts.read('chat')).toEqual(question)
  drafts.write('chat', { text: '', mentions: [], pasted: [] })
  expect(kept.size).toBe(0)
  kept.set('atrium.draft.chat', '"Older words"')
  expect(drafts.read('chat')).toEqual({ text: 'Older words', mentions: [], pasted: [] })
  kept.set('atrium.draft.chat', '{"text":"Hi","mentions":[{"kind":"person"},7],"pasted":"?"}')
  expect(drafts.read('chat')).toEqual({ text: 'Hi', mentions: [], pasted: [] })
})
