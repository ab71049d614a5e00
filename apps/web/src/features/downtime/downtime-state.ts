import type { DowntimeSettings } from '@atrium/contract'

/** Before the downtime: `remainingMs` until its start. */
export type DowntimeState =
  | { phase: 'none' }
  | { phase: 'dialog' | 'timer'; remainingMs: number }
  | { phase: 'maintenance' }

type Step = {
  state: DowntimeState
  /** After which time the state has to be computed again; null: when the settings change. */
  nextMs: number | null
  /** The downtime is over: the dismissal can be forgotten. */
  isOver: boolean
}

const hourMs = 3_600_000
const minuteMs = 60_000
const lastMinutesMs = 2 * minuteMs
const lastMinutesStepMs = 30_000

/** The state of a planned downtime at a time (LIFE-02). A dismissal counts for its notification id only. */
export function downtimeState(
  settings: DowntimeSettings | null,
  nowMs: number,
  dismissedId: string | null,
): Step {
  if (settings === null) return { state: { phase: 'none' }, nextMs: null, isOver: true }
  const startMs = Date.parse(settings.downTimeStart)
  const endMs = Date.parse(settings.downTimeEnd)
  if (nowMs >= endMs) return { state: { phase: 'none' }, nextMs: null, isOver: true }
  if (nowMs >= startMs) return { state: { phase: 'maintenance' }, nextMs: endMs - nowMs, isOver: false }

  const remainingMs = startMs - nowMs
  const windowMs = settings.notificationWindowHours * hourMs
  if (remainingMs > windowMs)
    return { state: { phase: 'none' }, nextMs: remainingMs - windowMs, isOver: false }
  if (dismissedId !== settings.notificationId)
    return { state: { phase: 'dialog', remainingMs }, nextMs: remainingMs, isOver: false }
  return { state: { phase: 'timer', remainingMs }, nextMs: nextTickMs(remainingMs, nowMs), isOver: false }
}

/** Every 30 s in the last two minutes; before, each minute on the minute. */
function nextTickMs(remainingMs: number, nowMs: number): number {
  if (remainingMs <= lastMinutesMs) return remainingMs % lastMinutesStepMs || lastMinutesStepMs
  return Math.min(minuteMs - (nowMs % minuteMs), remainingMs - lastMinutesMs)
}
