import { expect, test } from 'vitest'
import { chunksOf, cutIntoChunks } from './chunks.ts'
import { paced } from './pace.ts'

const text = 'Hello there, wörld!\n\n```ts\nlet a = 1\n```\n你好，世界 مرحبا 👩‍👩‍👧 ok'

test('MODEL-06 chunks joined are the text again, and about a token each', () => {
  const chunks = cutIntoChunks(text)
  expect(chunks.join('')).toBe(text)
  expect(Math.max(...chunks.map((chunk) => chunk.trim().length))).toBeLessThanOrEqual(9)
})

test('MODEL-06 an answer at a pace of nothing a day ends when its reader leaves', async () => {
  const leaving = new AbortController()
  const steps = paced(chunksOf({ text }), { firstTokenMs: 1e8, perSecond: 1 }, leaving.signal)[
    Symbol.asyncIterator
  ]()
  const next = steps.next()
  leaving.abort()
  expect((await next).done).toBe(true)
})

test('MODEL-06 overdue chunks are sent without delay', async () => {
  const said = []
  for await (const step of paced(
    chunksOf({ text }),
    { firstTokenMs: 0, perSecond: Infinity },
    new AbortController().signal,
  ))
    said.push('text' in step ? step.text : '')
  expect(said.join('')).toBe(text)
})
