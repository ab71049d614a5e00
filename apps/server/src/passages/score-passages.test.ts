import { type FileId, mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { bestOf } from './best-of.ts'
import { rarityOf } from './bm25.ts'
import { collectPostings } from './postings.ts'
import { scorePassages } from './score-passages.ts'

/** Postings of a file whose passages have these stems. */
function postingsOf(fileId: FileId, passages: string[][]) {
  const collected = collectPostings()
  for (const [position, stems] of passages.entries()) {
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    collected.add(position, { counts, words: stems.length })
  }
  return collected.take().map((posting) => ({ ...posting, fileId }))
}

test('KB-06 a passage scores by BM25, whichever file it is of; files without passages are passed over', () => {
  const [one, empty, other] = [mintId('file'), mintId('file'), mintId('file')]
  const files = [
    { fileId: one, passages: 1 },
    { fileId: empty, passages: 0 },
    { fileId: other, passages: 2 },
  ]
  const postings = [
    ...postingsOf(one, [['tea', 'milk', 'tea', 'sugar']]),
    ...postingsOf(other, [['wine'], ['tea', 'wine', 'wine', 'wine']]),
  ]
  const { best, found } = scorePassages(files, postings, {
    weights: new Map([['tea', rarityOf(2, 3)]]),
    meanWords: 3,
    most: 10,
  })
  // Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with 1 added within the logarithm.
  const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
  const length = 1.2 * (0.25 + 0.75 * (4 / 3))
  expect(found).toBe(2)
  expect(best).toEqual([
    { fileId: one, position: 0, score: expect.closeTo((idf * 2 * 2.2) / (2 + length), 10) },
    { fileId: other, position: 1, score: expect.closeTo((idf * 2.2) / (1 + length), 10) },
  ])
})

test('KB-06 postings of a file that is not searched say nothing', () => {
  const [searched, hidden] = [mintId('file'), mintId('file')]
  const postings = postingsOf(hidden, [['tea']])
  const weights = new Map([['tea', 1]])
  expect(
    scorePassages([{ fileId: searched, passages: 1 }], postings, { weights, meanWords: 1, most: 10 }),
  ).toEqual({ best: [], found: 0 })
})

test('KB-06 the best scores come out in order, of equals the first, and no more than are asked for', () => {
  const scores = Float64Array.from([0, 2, 5, 2, 7, 0, 5, 1])
  expect(bestOf(scores, 4)).toEqual({
    best: [
      { index: 4, score: 7 },
      { index: 2, score: 5 },
      { index: 6, score: 5 },
      { index: 1, score: 2 },
    ],
    found: 6,
  })
})

test('KB-06 a passage with more words than an entry can count is one of as many as it can', () => {
  const fileId = mintId('file')
  const [posting] = postingsOf(fileId, [Array.from({ length: 70_000 }, () => 'x')])
  expect([...(posting?.entries ?? [])]).toEqual([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
})
