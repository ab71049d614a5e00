import type { LogBatch } from '../chats/index.ts'
import type { Log } from '../platform/log.ts'
import type { TurnId } from '@atrium/contract'
import type { RunningTurn } from './running-turn.ts'

/** Deltas of one answer are joined for at least this long between two appends, unless somebody waits for the first word. */
const joinMs = 40
const retryMs = 250
/** How long the end of an answer waits for a database that went away during its last append. */
const patienceMs = 30_000

type LogWriterOptions = {
  /** Makes batches durable in one commit; returns the turns whose writer still holds its lease. */
  append: (batches: readonly LogBatch[]) => Promise<Set<TurnId>>
  log: Log
}

export type LogWriter = {
  /** The turn has something to append. `urgent` is for a first word: it does not wait to be joined with others. */
  wake(turn: RunningTurn, urgent?: boolean): void
  /**
   * Resolves when no append of this turn is under way or of unknown outcome (unless the database stays away), and keeps the
   * rest of it for the caller.
   */
  withdraw(turn: RunningTurn): Promise<void>
}

/**
 * Appends the events of all running answers of this process by group commit: one statement and one commit for whatever
 * has gathered, one at a time, so that the order within a turn is kept. Without the database it holds on and tries again.
 */
export function createLogWriter({ append, log }: LogWriterOptions): LogWriter {
  const waiting = new Set<RunningTurn>()
  let timer: NodeJS.Timeout | NodeJS.Immediate | null = null
  let timerIsUrgent = false
  let underWay: Promise<void> | null = null
  let urgentNext = false
  let lastFlushAt = 0

  const schedule = (urgent: boolean) => {
    if (underWay) {
      urgentNext ||= urgent
      return
    }
    if (timer && (timerIsUrgent || !urgent)) return
    if (timer) clearTimeout(timer as NodeJS.Timeout)
    timerIsUrgent = urgent
    const waitMs = urgent ? 0 : lastFlushAt + joinMs - performance.now()
    // An immediate lets everything that arrived in this turn of the event loop travel together.
    timer = waitMs <= 0 ? setImmediate(start) : setTimeout(start, waitMs)
  }

  const start = () => {
    timer = null
    timerIsUrgent = false
    if (underWay || waiting.size === 0) return
    const turns = [...waiting].filter((turn) => turn.hasPending)
    waiting.clear()
    underWay = flush(turns).finally(() => {
      underWay = null
      if (waiting.size > 0) schedule(urgentNext)
      urgentNext = false
    })
  }

  const flush = async (turns: readonly RunningTurn[]) => {
    lastFlushAt = performance.now()
    if (turns.length === 0) return
    const batches = turns.map((turn) => turn.takeBatch())
    try {
      const accepted = await append(batches)
      for (const [index, turn] of turns.entries()) {
        const batch = batches[index] as LogBatch
        if (accepted.has(turn.turnId)) turn.markAppended(batch)
        else turn.abort('lease-lost')
      }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message, turns: turns.length },
        'appending to the turn log failed and is tried again',
      )
      for (const [index, turn] of turns.entries()) {
        turn.putBack(batches[index] as LogBatch)
        waiting.add(turn)
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  return {
    wake(turn, urgent = false) {
      waiting.add(turn)
      schedule(urgent)
    },
    async withdraw(turn) {
      waiting.delete(turn)
      const giveUpAt = performance.now() + patienceMs
      for (;;) {
        await underWay
        // A failed append put the turn back. Whether it was done nobody knows, so it is done again before anything follows.
        const isUncertain = waiting.has(turn) && turn.abortReason !== 'lease-lost'
        if (!isUncertain || performance.now() > giveUpAt) break
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      waiting.delete(turn)
    },
  }
}
