import { mintId, standInText, type Mention } from '@atrium/contract'
import { expect, test } from 'vitest'
import { findMentions, insertMention, joinTexts, moveMentions } from './mention-text.ts'

const kim = { kind: 'person' as const, id: mintId('user') }
const at = (start: number, length = 4): Mention => ({ ...kim, start, length })
const words = (text: string, mentions: readonly Mention[]) =>
  mentions.map(({ start, length }) => text.slice(start, start + length))

test('CHAT-08 a mention replaces the typed text, followed by a space, and later mentions shift', () => {
  const text = 'Ask @ki before @Bo'
  const put = insertMention({ text, mentions: [at(15, 3)] }, { from: 4, to: 7 }, kim, 'Kim  Example')
  expect(put.text).toBe('Ask @Kim Example before @Bo')
  expect(words(put.text, put.mentions)).toEqual(['@Kim Example', '@Bo'])
  expect(put.text.slice(put.caret)).toBe('before @Bo')
})

test.each([
  ['typing before it', 'hi @Kim', 'oh hi @Kim', ['@Kim']],
  ['typing behind it', 'hi @Kim', 'hi @Kim!', ['@Kim']],
  ['changing a letter of it', 'hi @Kim', 'hi @Kem', []],
  ['deleting its end', 'hi @Kim', 'hi @Ki', []],
  ['replacing all', 'hi @Kim', 'what', []],
  ['deleting what is before it', 'hi @Kim', '@Kim', ['@Kim']],
])('CHAT-08 %s keeps or ends a mention', (_about, before, after, expected) => {
  const mentions = moveMentions([at(3)], before, after)
  expect(words(after, mentions)).toEqual(expected)
})

test('CHAT-08 mentions keep their text after any edit', () => {
  let seed = 7
  const random = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most
  for (let round = 0; round < 500; round += 1) {
    const text = 'a @Kim b @Kim c'
    const from = random(text.length)
    const to = from + random(text.length - from)
    const after = text.slice(0, from) + '@x '.slice(random(3)) + text.slice(to)
    const mentions = moveMentions([at(2), at(9)], text, after)
    expect(standInText(mentions, after)).toBe(true)
    expect(words(after, mentions).every((word) => word === '@Kim')).toBe(true)
  }
})

test('CHAT-08 another wording keeps the mentions whose words it has', () => {
  const mentions = [at(0), at(5)]
  expect(findMentions({ text: '@Kim @Kim', mentions }, 'Dear @Kim, please')).toEqual([at(5)])
})

test('CHAT-08 texts that become one keep their mentions', () => {
  const joined = joinTexts({ text: '@Kim?', mentions: [at(0)] }, { text: 'and @Kim', mentions: [at(4)] })
  expect(words(joined.text, joined.mentions)).toEqual(['@Kim', '@Kim'])
})
