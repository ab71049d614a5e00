import { expect, test } from 'vitest'
import { appendWindowMs } from './append-window.ts'

test.each([
  { runningAnswers: 0, lastAppendMs: 0, windowMs: 0 },
  { runningAnswers: 1, lastAppendMs: 2, windowMs: 0 },
  // A slow disk makes one answer wait for nobody else.
  { runningAnswers: 1, lastAppendMs: 500, windowMs: 0 },
  { runningAnswers: 4, lastAppendMs: 3, windowMs: 0 },
  { runningAnswers: 5, lastAppendMs: 2, windowMs: 1 },
  { runningAnswers: 5, lastAppendMs: 23, windowMs: 11 },
  { runningAnswers: 50, lastAppendMs: 0, windowMs: 6 },
  { runningAnswers: 50, lastAppendMs: 3, windowMs: 6 },
  { runningAnswers: 50, lastAppendMs: 5, windowMs: 16 },
  { runningAnswers: 50, lastAppendMs: 10, windowMs: 40 },
  { runningAnswers: 200, lastAppendMs: 1, windowMs: 24 },
  { runningAnswers: 200, lastAppendMs: 5, windowMs: 40 },
  { runningAnswers: 500, lastAppendMs: 1, windowMs: 40 },
])(
  '$runningAnswers answers and an append of $lastAppendMs ms: appends are joined for $windowMs ms',
  ({ windowMs, ...load }) => {
    expect(appendWindowMs(load)).toBe(windowMs)
  },
)

test('the window never shrinks when the load grows', () => {
  for (let runningAnswers = 1; runningAnswers < 400; runningAnswers += 1)
    for (const lastAppendMs of [0, 1, 3, 10, 50]) {
      const windowMs = appendWindowMs({ runningAnswers, lastAppendMs })
      const load = { runningAnswers: runningAnswers + 1, lastAppendMs }
      expect(appendWindowMs(load)).toBeGreaterThanOrEqual(windowMs)
      expect(appendWindowMs({ runningAnswers, lastAppendMs: lastAppendMs + 1 })).toBeGreaterThanOrEqual(
        windowMs,
      )
    }
})
