import type { LogBatch } from '../../chats/index.ts'
import type { Log } from '../../platform/log.ts'
import type { TurnId } from '@atrium/contract'
import { appendWindowMs } from './append-window.ts'
import type { RunningTurn } from './running-turn.ts'

const retryMs = 250
/** How long the end of an answer waits for a database that was lost during its last append. */
const timeoutMs = 30_000

type LogWriterOptions = {
  /** Makes batches durable in one commit; returns the turns whose writer still has its lease. */
  append: (batches: readonly LogBatch[]) => Promise<Set<TurnId>>
  log: Log
  /** How many answers this process is writing. */
  countRunning: () => number
  /** Called with the turns of a commit, after it. */
  onAppended?: (turnIds: readonly TurnId[]) => void
  windowMs?: typeof appendWindowMs
}

export type LogWriter = {
  /** Signals that the turn has events to append. `urgent` is for a first word: it does not wait to be joined with others. */
  wake(turn: RunningTurn, urgent?: boolean): void
  /**
   * Resolves when no append of this turn is under way or of unknown outcome (unless the database stays unavailable), and leaves the
   * remaining events to the caller.
   */
  withdraw(turn: RunningTurn): Promise<void>
}

/**
 * Appends the events of all running answers of this process by group commit: one statement and one commit for everything gathered, one at a
 * time, which keeps the order within a turn. With few answers it appends at once; with more it joins their events for the window of
 * `append-window.ts`. First words are appended separately, so that they don't force all others to be written early. Retries while the
 * database is unavailable.
 */
export function createLogWriter({
  append,
  log,
  countRunning,
  onAppended,
  windowMs = appendWindowMs,
}: LogWriterOptions): LogWriter {
  const waiting = new Set<RunningTurn>()
  /** The waiting turns that have their first word. */
  const urgent = new Set<RunningTurn>()
  /** Turns whose last append failed: whether it was committed is unknown until it is repeated. */
  const uncertain = new Set<RunningTurn>()
  let timer: NodeJS.Timeout | null = null
  let immediate: NodeJS.Immediate | null = null
  let underWay: Promise<void> | null = null
  let allTakenAt = 0
  let lastAppendMs = 0

  const nextForAllAt = () => allTakenAt + windowMs({ runningAnswers: countRunning(), lastAppendMs })

  const schedule = () => {
    if (underWay || immediate || waiting.size === 0) return
    const waitMs = urgent.size > 0 ? 0 : nextForAllAt() - performance.now()
    // An immediate gathers everything that arrives in this tick of the event loop.
    if (waitMs <= 0) immediate = setImmediate(start)
    else timer ??= setTimeout(start, waitMs)
  }

  const start = () => {
    if (timer) clearTimeout(timer)
    if (immediate) clearImmediate(immediate)
    timer = immediate = null
    if (underWay || waiting.size === 0) return
    underWay = flush(take()).finally(() => {
      underWay = null
      schedule()
    })
  }

  const take = (): RunningTurn[] => {
    const now = performance.now()
    const isTimeForAll = now >= nextForAllAt()
    if (isTimeForAll) allTakenAt = now
    const taken = [...(isTimeForAll ? waiting : urgent)]
    for (const turn of taken) waiting.delete(turn)
    urgent.clear()
    return taken.filter((turn) => turn.hasPending)
  }

  const flush = async (turns: readonly RunningTurn[]) => {
    if (turns.length === 0) return
    const batches = turns.map((turn) => turn.takeBatch())
    try {
      const startedAt = performance.now()
      const accepted = await append(batches)
      lastAppendMs = performance.now() - startedAt
      for (const [index, turn] of turns.entries()) {
        const batch = batches[index] as LogBatch
        uncertain.delete(turn)
        if (accepted.has(turn.turnId)) turn.markAppended(batch)
        else turn.abort('lease-lost')
      }
      onAppended?.([...accepted])
    } catch (error) {
      log.warn(
        { event: 'turn_log.append_failed', reason: (error as Error).message, turns: turns.length },
        'Could not append to the turn log; retrying',
      )
      for (const [index, turn] of turns.entries()) {
        turn.putBack(batches[index] as LogBatch)
        waiting.add(turn)
        uncertain.add(turn)
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  return {
    wake(turn, isUrgent = false) {
      waiting.add(turn)
      if (isUrgent) urgent.add(turn)
      schedule()
    },
    async withdraw(turn) {
      const giveUpAt = performance.now() + timeoutMs
      if (!uncertain.has(turn)) waiting.delete(turn)
      for (;;) {
        await underWay
        // Repeated before anything follows.
        if (!uncertain.has(turn) || performance.now() > giveUpAt) break
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      waiting.delete(turn)
      urgent.delete(turn)
      uncertain.delete(turn)
    },
  }
}
