import { expect, test } from 'vitest'
import { isReached, manyFilesResults, retrievalResults, streamingResults } from './goals.ts'
import { readOptions } from './options.ts'
import { resultsTable, table } from './report.ts'
import type { StreamingMeasured } from './streaming/measure-streaming.ts'

const measured = (
  road: StreamingMeasured['road'],
  more: Partial<StreamingMeasured> = {},
): StreamingMeasured => ({
  road,
  chats: 200,
  addedP50Ms: 2,
  addedP99Ms: 8,
  transitP50Ms: 8,
  transitP99Ms: 20,
  chunksPerSecond: 4036,
  cpuPerThousand: null,
  databasePerThousand: null,
  memoryMb: null,
  problems: [],
  ...more,
})

test('OPS-05 Atrium is compared with its goals and the other paths; lower is better except for chunks per second', () => {
  const results = streamingResults([
    measured('direct'),
    measured('pass-through', { cpuPerThousand: 0.04 }),
    measured('Atrium', { addedP50Ms: 31, chunksPerSecond: 3990, cpuPerThousand: 0.1, memoryMb: 279.6 }),
  ])
  expect(results.map(isReached)).toEqual([false, true, true, true, true, true])
  expect(resultsTable(results)).toMatch(/p50, ms, 200 chats +2\.0 +2\.0 +31\.0 +≤ 12 +✗/)
  expect(resultsTable(results)).toMatch(/database included, 200 chats +0\.040 +0\.100 +≤ 0\.100 +✓/)
})

test('an answer that never came reaches no goal', () => {
  const [first] = streamingResults([measured('Atrium', { addedP50Ms: Infinity })])
  expect(first && isReached(first)).toBe(false)
  expect(resultsTable(first ? [first] : [])).toContain('none')
})

test('the search in files may be a little below its reference by words, but not in languages that need care, and not with vectors', () => {
  const set = { questions: 10, baseline: 0.9, withVectors: 0.95 }
  const results = retrievalResults({
    across: [{ questions: 'cacm', texts: 'code', asked: 100, foundNothing: 0.97 }],
    sets: [
      { ...set, name: 'xquad-par-en', ndcg: 0.885 },
      { ...set, name: 'xquad-par-en', ndcg: 0.875, withVectors: 0.899 },
      { ...set, name: 'xquad-par-vi-noaccent', ndcg: 0.84, baseline: 0.5 },
    ],
    speed: { passages: 1000, passagesASecond: 100, p50Ms: 10, p95Ms: 51 },
  })
  expect(results.map(isReached)).toEqual([true, true, false, false, false, true, true, false])
  expect(resultsTable(results)).toMatch(/xquad-par-en: nDCG@10 of 10 questions +0\.900 +0\.885 +≥ 0\.880 +✓/)
  expect(resultsTable(results)).toMatch(/ {2}with vectors +0\.900 +0\.950 +≥ 0\.900 +✓/)
})

test('a room of many files is compared with one of few', () => {
  const results = manyFilesResults({
    few: { files: 100, searchP50Ms: 3, searchP95Ms: 7, firstTokenP50Ms: 27, firstTokenWithoutP50Ms: 12 },
    many: {
      files: 20_000,
      searchP50Ms: 95,
      searchP95Ms: 101,
      firstTokenP50Ms: 28,
      firstTokenWithoutP50Ms: 12,
    },
  })
  expect(results.map(isReached)).toEqual([false, true, true])
  expect(resultsTable(results)).toMatch(/room of 20000 files, p95, ms +7 +101 +≤ 100 +✗/)
})

test('a table is flush left in its first column and flush right in the others', () => {
  expect(
    table(
      ['', 'b'],
      [
        ['one', '1'],
        ['three', '10'],
      ],
    ),
  ).toBe('        b\n─────  ──\none     1\nthree  10')
})

test('options have the whole benchmark as their default, and what makes no sense is refused', () => {
  expect(readOptions([])).toMatchObject({ chats: [1, 50, 200, 500], rounds: 3, json: null })
  expect(readOptions(['--chats', '5', '--only', 'bundle', '--json', 'x.json'])).toMatchObject({
    chats: [5],
    parts: ['pages'],
    json: 'x.json',
  })
  expect(readOptions(['retrieval', '--passages', '0'])).toMatchObject({ parts: ['retrieval'], passages: 0 })
  expect(readOptions(['--help'])).toBeNull()
  for (const wrong of [
    ['--chats', '0'],
    ['--chats', 'many'],
    ['--rounds', '1.5'],
    ['--only', 'nothing'],
    ['--fast'],
    ['fast'],
  ])
    expect(() => readOptions(wrong)).toThrow()
})
