import { setTimeout as sleep } from 'node:timers/promises'
import { isChunk, type Step, type Steps } from './steps.ts'

/** The speed of a model. */
export interface Pace {
  /** Before the first chunk, in milliseconds. */
  firstTokenMs: number
  /** Chunks a second; Infinity does not wait at all. */
  perSecond: number
}

export const naturalPace: Pace = { firstTokenMs: 150, perSecond: 60 }

// Shorter timers cost too much: chunks due within this time are sent together.
const shortestSleepMs = 4

/**
 * Holds each chunk back until it is due, counted from the first, so that a late timer is made up for.
 *
 * @param gone ends all waiting; the steps then simply stop.
 */
export async function* paced(steps: Steps, pace: Pace, gone: AbortSignal): AsyncIterable<Step> {
  const start = performance.now() + pace.firstTokenMs
  let chunks = 0
  for await (const step of steps) {
    if (isChunk(step)) {
      const due = start + (chunks++ * 1000) / pace.perSecond
      if (!(await rest(due - performance.now(), gone))) return
    }
    yield step
  }
}

/** Waits; false if the client disconnected. */
export async function rest(delayMs: number, gone: AbortSignal): Promise<boolean> {
  if (gone.aborted) return false
  if (delayMs < shortestSleepMs) return true
  return sleep(delayMs, true, { signal: gone }).catch(() => false)
}
