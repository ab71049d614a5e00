import { expect, inject, test } from 'vitest'
import { cutStreams } from './cut-streams.ts'
import { percentile } from './measures.ts'
import { seededRandom } from './random.ts'
import { raceStopsWithEnds } from './stop-races.ts'

test('B47 a stream that is cut 300 times at any byte is pieced together byte-identical', async () => {
  const { wrong, resumeMs } = await cutStreams(inject('databaseHost'), 300, seededRandom(1))
  expect(wrong).toEqual([])
  expect(percentile(resumeMs, 0.95)).toBeLessThanOrEqual(1000)
})

test('B45 Stop racing the end of 100 answers: one terminal state each, nothing after it, billed only what arrived', async () => {
  const { wrong, stopped, answered } = await raceStopsWithEnds(inject('databaseHost'), 100, seededRandom(1))
  expect(wrong).toEqual([])
  expect(stopped + answered).toBe(100)
  // Else nothing raced.
  expect(Math.min(stopped, answered)).toBeGreaterThan(0)
})
