import { type OrphanedTurn, pruneLogs, renewLeases, takeOrphans } from '../chats/index.ts'
import type { AnswerPorts } from './ports.ts'
import { resumeTurn } from './resume-turn.ts'

const everyMs = 2_000
const mostOrphansAtOnce = 50
const pruneEveryMs = 3_600_000

/**
 * Keeps the leases of the answers that this process writes, stops those that were asked to stop, and takes over the turns of
 * writers that died. Runs until stopped; a database that is away only makes it wait.
 */
export function watchLeases(ports: AnswerPorts): { stop(): Promise<void> } {
  let isStopped = false
  let prunedAt = 0
  let wake = () => {}

  const round = async () => {
    await keepLeases(ports)
    const orphans = await takeOrphans(ports.database, ports.nodeId, mostOrphansAtOnce)
    for (const orphan of orphans) await takeOver(ports, orphan)
    if (Date.now() - prunedAt > pruneEveryMs) {
      prunedAt = Date.now()
      await pruneLogs(ports.database)
    }
  }

  const loop = async () => {
    while (!isStopped) {
      await round().catch((error: unknown) =>
        ports.log.warn({ err: error }, 'looking after the leases failed and is tried again'),
      )
      if (isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const ended = loop()
  return {
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
    // A turn that ended while this was asked is no longer running here either.
    if (!lease && running.has(turn.turnId)) turn.abort('lease-lost')
    if (lease?.stop_requested) turn.abort('stopped')
  }
}

async function takeOver(ports: AnswerPorts, orphan: OrphanedTurn): Promise<void> {
  ports.log.info(
    { turnId: orphan.id, attempt: orphan.attempts },
    'taking over an answer whose writer is gone',
  )
  try {
    await resumeTurn(ports, orphan)
  } catch (error) {
    // Its lease runs out again, and the next round tries once more until the attempts are used up.
    ports.log.error({ err: error, turnId: orphan.id }, 'an orphaned answer could not be taken over')
  }
}
