import type { RunningTurns } from '../running-turns.ts'

/** Load of this process by answers: how many it writes, and the age of the youngest in milliseconds (Infinity without any). */
type AnswerLoad = { runningAnswers: number; youngestMs: number }

/** How much follow-up work a process does at once. */
export const maxFollowUps = 16
/** The same while answers stream, and while one of them is being opened and waits for its first words. */
const maxBesideAnswers = 6
const maxBesideFirstWords = 2
/** How long an answer counts as being in its first words. */
const firstWordsMs = 2_000

/** Returns how many pieces of follow-up work, such as naming a chat, may run at once alongside these answers. */
export function followUpsBeside({ runningAnswers, youngestMs }: AnswerLoad): number {
  if (runningAnswers === 0) return maxFollowUps
  return youngestMs < firstWordsMs ? maxBesideFirstWords : maxBesideAnswers
}

/** No work waits longer than this: a server that is never quiet still names its chats. */
const maxWaitMs = 5_000
/** Interval of checks while work waits, since answers age without an event. */
const checkIntervalMs = 250

/** Runs follow-up work when the answers of this process leave capacity for it; at once when the signal is aborted. */
export type FollowUpWork = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>

type Waiting = { start: () => void; since: number; signal: AbortSignal }

/** Creates the queue of follow-up work of a process. Its jobs stay in the database until they are done, so that waiting loses none. */
export function createFollowUpWork(running: RunningTurns): FollowUpWork {
  let active = 0
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  const startSome = () => {
    clearTimeout(timer)
    const now = performance.now()
    const max = followUpsBeside(loadOf(running, now))
    const kept: Waiting[] = []
    for (const one of waiting) {
      if (active >= max && now - one.since < maxWaitMs && !one.signal.aborted) kept.push(one)
      else {
        active += 1
        one.start()
      }
    }
    waiting = kept
    if (waiting.length > 0) timer = setTimeout(startSome, checkIntervalMs)
  }
  return async (work, signal) => {
    await new Promise<void>((resolve) => {
      waiting.push({ start: resolve, since: performance.now(), signal })
      startSome()
    })
    try {
      return await work()
    } finally {
      active -= 1
      startSome()
    }
  }
}

function loadOf(running: RunningTurns, now: number): AnswerLoad {
  let youngestMs = Infinity
  // In the order of their starts: the last is the youngest.
  for (const turn of running.values()) youngestMs = now - turn.startedMs
  return { runningAnswers: running.size, youngestMs }
}
