/** Load of a log writer: the answers of this process that are being written, and how long the last append took. */
export type AppendLoad = { runningAnswers: number; lastAppendMs: number }

/** Longer pauses between words are noticeable. */
const maxWindowMs = 40
/** Up to this many answers, events are appended at once. */
const maxIdleAnswers = 4
/** Part of the window for each running answer, in milliseconds: with many, every append is large enough to be worth a pause. */
const perAnswerMs = 0.12
/** An append that takes longer than this waited for a busy disk, database or event loop. */
const idleAppendMs = 3
/** Part of the window for each running answer and each further millisecond of the last append. */
const perAnswerAndMs = 0.1

/**
 * Returns for how many milliseconds appends are joined into one commit: 0 with few answers; more with more answers, and quickly more when
 * the last append was slow; at most 40.
 */
export function appendWindowMs({ runningAnswers, lastAppendMs }: AppendLoad): number {
  if (runningAnswers <= maxIdleAnswers) return 0
  const delayMs = Math.max(0, lastAppendMs - idleAppendMs)
  return Math.min(maxWindowMs, Math.round(runningAnswers * (perAnswerMs + perAnswerAndMs * delayMs)))
}
