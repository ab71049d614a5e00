import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { peakMemoryOf, readersNow } from './testing/documents-for-tests.ts'
import { readDocument } from './index.ts'
import { longPdf, pdfOf } from './testing/pdf-for-tests.ts'

const pages = 2_000

test('KB-07 a PDF of 2,000 pages is streamed page by page; neither process grows with it', async () => {
  const bytes = longPdf(pages, 40)
  const { signal } = new AbortController()
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const most = { here: 0, there: 0 }
  const done: number[] = []
  const pagesOfBlocks = new Set<number | undefined>()
  for await (const event of readDocument(file, 'pdf', { signal })) {
    if (event.type === 'block') pagesOfBlocks.add(event.block.place.page)
    if (event.type !== 'part') continue
    done.push(event.done)
    if (event.done % 100 !== 0) continue
    most.here = Math.max(most.here, process.memoryUsage.rss() - before)
    for (const pid of readersNow()) most.there = Math.max(most.there, peakMemoryOf(pid))
  }
  expect(done).toEqual(Array.from({ length: pages }, (_, index) => index + 1))
  expect(pagesOfBlocks.size).toBe(pages)
  expect(most.here).toBeLessThan(150 * 1024 ** 2)
  expect(most.there).toBeLessThan(600 * 1024 ** 2)
})

test('KB-07 hyphenated words are rejoined, and their paragraphs too', async () => {
  const bytes = pdfOf([
    [
      '1. Rules of the house',
      '',
      'This agree-',
      'ment is well-',
      'known and well-known, as',
      'it was before.',
    ],
  ])
  const { signal } = new AbortController()
  const texts: string[] = []
  for await (const event of readDocument(
    { open: () => Readable.from([bytes]), sizeBytes: bytes.length },
    'pdf',
    { signal },
  ))
    if (event.type === 'block') texts.push(`${event.block.kind}: ${event.block.text}`)
  expect(texts).toEqual([
    'heading: 1. Rules of the house',
    'paragraph: This agreement is well-known and well-known, as it was before.',
  ])
})
