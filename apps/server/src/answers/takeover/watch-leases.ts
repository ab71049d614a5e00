import {
  eraseOldReturned,
  hasOpenWork,
  indexTurns,
  type OrphanedTurn,
  pruneLogs,
  renewLeases,
} from '../../chats/index.ts'
import { isDatabaseUnavailable } from '../../platform/database/index.ts'
import { continueQueues } from '../queue/watch-queues.ts'
import { abandonTurn } from './abandon-turn.ts'
import type { AnswerPorts } from '../ports.ts'
import { maxAttempts, resumeTurn } from './resume-turn.ts'
import { createTakeoverRound, everyMs } from './takeover-round.ts'

const pruneEveryMs = 3_600_000
/** Pause between two rounds of a process that is alone on its database, while no answer is open and no question waits. */
const restMs = 30_000
/** Batches of turns that a round indexes; the next round continues, so that leases are renewed in time. */
const maxBatches = 25

export type LeaseWatch = {
  /** Stops taking over turns; resolves when no takeover is under way. Own leases are still renewed. */
  takeNoMore(): Promise<void>
  stop(): Promise<void>
}

/**
 * Renews the leases of the answers that this process writes, stops those with a stop request, and takes over turns whose writers died or
 * handed them over; continues the queues of chats, and indexes turns for search. Rests while there is nothing to watch. Runs until
 * stopped; waits while the database is unavailable.
 */
export function watchLeases(ports: AnswerPorts): LeaseWatch {
  let isStopped = false
  let takesMore = true
  let takingOver = Promise.resolve()
  let prunedAt = 0
  let wake = () => {}
  /** Called when there is something to watch again. */
  let endRest = () => {}
  ports.running.onAdded = () => endRest()
  ports.nodes.onOthers(() => endRest())
  const takeoverRound = createTakeoverRound(ports)

  const isAlone = () => ports.running.size === 0 && !ports.nodes.hasOthers()
  /** Runs one round, and returns whether there is nothing left to watch. */
  const look = async (): Promise<boolean> => {
    await round()
    return isAlone() && !(await hasOpenWork(ports.database))
  }

  const round = async () => {
    await keepLeases(ports)
    if (takesMore) {
      const { promise, resolve } = Promise.withResolvers<void>()
      takingOver = promise
      try {
        for (const orphan of await takeoverRound()) await takeOver(ports, orphan)
        await continueQueues(ports)
      } finally {
        resolve()
      }
    }
    await indexForSearch(ports)
    if (Date.now() - prunedAt > pruneEveryMs) {
      prunedAt = Date.now()
      await pruneLogs(ports.database)
      await eraseOldReturned(ports.database)
    }
  }

  const loop = async () => {
    while (!isStopped) {
      // An answer may begin and be left open during this round.
      let isNeeded = false
      endRest = () => (isNeeded = true)
      const mayRest = await look().catch((error: unknown) => {
        ports.log.warn({ event: 'lease.round_failed', err: error }, 'Could not renew leases; retrying')
        return false
      })
      if (isStopped) return
      await new Promise<void>((resolve) => {
        let rests = mayRest && !isNeeded
        let timer = setTimeout(resolve, rests ? restMs : everyMs)
        endRest = () => {
          if (!rests) return
          rests = false
          clearTimeout(timer)
          timer = setTimeout(resolve, everyMs)
        }
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const ended = loop()
  return {
    takeNoMore() {
      takesMore = false
      return takingOver
    },
    async stop() {
      isStopped = true
      wake()
      await ended
    },
  }
}

async function keepLeases({ database, running }: AnswerPorts): Promise<void> {
  const turns = [...running.values()]
  if (turns.length === 0) return
  const renewed = await renewLeases(
    database,
    turns.map((turn) => turn.lease),
  )
  const kept = new Map(renewed.map((lease) => [lease.turn_id, lease]))
  for (const turn of turns) {
    const lease = kept.get(turn.turnId)
    // A turn that ended during the query is no longer running here either.
    if (!lease && running.has(turn.turnId)) turn.abort('lease-lost')
    if (lease?.stop_requested) turn.abort('stopped')
  }
}

async function indexForSearch({ database, log }: AnswerPorts): Promise<void> {
  try {
    for (let batch = 0, hasMore = true; hasMore && batch < maxBatches; batch += 1)
      hasMore = await indexTurns(database)
  } catch (error) {
    log.warn({ event: 'search.index_failed', err: error }, 'Could not index answers for search; retrying')
  }
}

async function takeOver(ports: AnswerPorts, orphan: OrphanedTurn): Promise<void> {
  ports.log.info(
    { event: 'turn.taken_over', turnId: orphan.id, attempt: orphan.attempts, handedOver: orphan.handed_over },
    'Taking over an answer that its writer left',
  )
  try {
    await resumeTurn(ports, orphan)
  } catch (error) {
    // Its lease expires again, and the next round retries until the attempts are used up.
    ports.log.error(
      { event: 'turn.takeover_failed', err: error, turnId: orphan.id, attempt: orphan.attempts },
      'Could not take over an answer',
    )
    if (orphan.attempts <= maxAttempts || isDatabaseUnavailable(error)) return
    await abandonTurn(ports, orphan).catch((failure: unknown) =>
      ports.log.error(
        { event: 'turn.abandon_failed', err: failure, turnId: orphan.id },
        'Could not end an answer; retrying',
      ),
    )
  }
}
