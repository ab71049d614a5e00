import { type FileId, mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { topK } from './top-k.ts'
import { rarityOf } from './bm25.ts'
import { collectPostings } from '../index/postings.ts'
import { scorePassages } from './score-passages.ts'

/** Postings of a file whose passages have these stems. */
function postingsOf(fileId: FileId, passages: string[][]) {
  const collected = collectPostings()
  for (const [position, stems] of passages.entries()) {
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    collected.add(position, { counts, words: stems.length })
  }
  return collected
    .take()
    .map(({ stem, entries }) => ({ stem, entries, fileIds: [fileId], lengths: [entries.length] }))
}

/** As returned by the database: one row per stem. */
const together = (postings: ReturnType<typeof postingsOf>) =>
  [...new Set(postings.map(({ stem }) => stem))].map((stem) => {
    const own = postings.filter((posting) => posting.stem === stem)
    return {
      stem,
      fileIds: own.flatMap(({ fileIds }) => fileIds),
      lengths: own.flatMap(({ lengths }) => lengths),
      entries: Buffer.concat(own.map(({ entries }) => entries)),
    }
  })

test('KB-06 a passage is scored by BM25, independent of its file', () => {
  const [one, other] = [mintId('file'), mintId('file')]
  const postings = together([
    ...postingsOf(one, [['tea', 'milk', 'tea', 'sugar']]),
    ...postingsOf(other, [['wine'], ['tea', 'wine', 'wine', 'wine']]),
  ])
  const { best, found } = scorePassages(
    postings.filter(({ stem }) => stem === 'tea'),
    { weights: new Map([['tea', rarityOf(2, 3)]]), meanWords: 3, most: 10 },
  )
  // Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with 1 added within the logarithm.
  const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
  const length = 1.2 * (0.25 + 0.75 * (4 / 3))
  expect(found).toBe(2)
  expect(best).toEqual([
    { fileId: one, position: 0, score: expect.closeTo((idf * 2 * 2.2) / (2 + length), 10), stems: ['tea'] },
    { fileId: other, position: 1, score: expect.closeTo((idf * 2.2) / (1 + length), 10), stems: ['tea'] },
  ])
})

test('KB-06 scores of words in the same passage add up, and of equal scores the earlier file comes first', () => {
  const [first, second, third] = [mintId('file', 1), mintId('file', 2), mintId('file', 3)]
  const { best, found } = scorePassages(
    together([
      ...postingsOf(third, [['tea'], ['milk', 'tea']]),
      ...postingsOf(second, [['wine'], ['wine'], ['tea']]),
      ...postingsOf(first, [['tea']]),
    ]),
    { weights: new Map(['tea', 'milk'].map((stem) => [stem, 1])), meanWords: 1, most: 10 },
  )
  expect(found).toBe(4)
  expect(best.map(({ fileId, position }) => [fileId, position])).toEqual([
    [third, 1],
    [first, 0],
    [second, 2],
    [third, 0],
  ])
})

test('KB-06 an empty index finds nothing', () => {
  expect(scorePassages([], { weights: new Map(), meanWords: 1, most: 10 })).toEqual({ best: [], found: 0 })
})

test('KB-06 top-k returns the best scores in order, of equal scores the first', () => {
  const scores = Float64Array.from([0, 2, 5, 2, 7, 0, 5, 1])
  expect(topK(scores, 4)).toEqual({
    best: [
      { index: 4, score: 7 },
      { index: 2, score: 5 },
      { index: 6, score: 5 },
      { index: 1, score: 2 },
    ],
    found: 6,
  })
})

test("KB-06 a passage's word count is capped at the maximum of an entry", () => {
  const fileId = mintId('file')
  const [posting] = postingsOf(fileId, [Array.from({ length: 70_000 }, () => 'x')])
  expect([...(posting?.entries ?? [])]).toEqual([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
})
