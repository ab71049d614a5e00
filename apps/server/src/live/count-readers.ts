import { randomUUID } from 'node:crypto'
import { SessionId, TurnId } from '@atrium/contract'
import { z } from 'zod'
import {
  type Database,
  type DatabaseAddress,
  inSystem,
  listenTo,
  notify,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { OpenReaders } from './open-readers.ts'

const channel = 'answer_readers'
/** Time limit for replies of the other processes. */
const timeoutMs = 2_000

const Counts = z.record(z.string(), z.strictObject({ own: z.int(), others: z.int() }))
const Message = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('count'),
    id: z.string(),
    nodeId: z.string(),
    sessionId: SessionId,
    turnIds: z.array(TurnId),
  }),
  z.strictObject({ type: z.literal('counted'), id: z.string(), nodeId: z.string(), counts: Counts }),
])
type Counts = z.infer<typeof Counts>

/** Counts the readers of answers, in all processes on the database. */
export type ReaderCount = {
  /**
   * Returns those of these answers that have no reader except one stream of this session. An answer counts as read when another
   * process doesn't reply in time.
   */
  unread(turnIds: readonly TurnId[], sessionId: SessionId): Promise<TurnId[]>
  stop(): Promise<void>
}

type Options = {
  address: DatabaseAddress
  database: Database
  nodeId: string
  readers: Pick<OpenReaders, 'sessionsReading'>
  /** Returns the ids of the other processes that run on the database. */
  otherNodes(): Promise<string[]>
  log: Log
}

export async function countReaders(options: Options): Promise<ReaderCount> {
  const { address, database, nodeId, readers, log } = options
  const waiting = new Map<string, (from: string, counts: Counts) => void>()
  const countHere = (turnIds: readonly TurnId[], sessionId: SessionId): Counts =>
    Object.fromEntries(
      turnIds.map((turnId) => {
        const sessions = readers.sessionsReading(turnId)
        const own = sessions.filter((one) => one === sessionId).length
        return [turnId, { own, others: sessions.length - own }]
      }),
    )
  const send = (message: z.infer<typeof Message>) =>
    inSystem(database, (trx) => notify(trx, channel, JSON.stringify(message)))
  const failed = (error: unknown) =>
    log.warn(
      { event: 'readers.count_failed', err: error },
      'Could not send the reader count to another process',
    )
  const listener = await listenTo(address, channel, {
    log,
    // A lost message only delays the caller until its timeout.
    onGap: () => undefined,
    onMessage(text) {
      const message = Message.parse(JSON.parse(text))
      if (message.nodeId === nodeId) return
      if (message.type === 'counted') return waiting.get(message.id)?.(message.nodeId, message.counts)
      const counts = countHere(message.turnIds, message.sessionId)
      send({ type: 'counted', id: message.id, nodeId, counts }).catch(failed)
    },
  })

  /** The reader counts of the other processes; null when one of them does not reply in time. */
  async function countElsewhere(turnIds: readonly TurnId[], sessionId: SessionId): Promise<Counts[] | null> {
    const expected = (await options.otherNodes()).length
    if (expected === 0) return []
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Counts[] | null>()
    const answers = new Map<string, Counts>()
    waiting.set(id, (from, counts) => {
      answers.set(from, counts)
      if (answers.size >= expected) resolve([...answers.values()])
    })
    const timer = setTimeout(() => resolve(null), timeoutMs)
    try {
      await send({ type: 'count', id, nodeId, sessionId, turnIds: [...turnIds] })
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  return {
    async unread(turnIds, sessionId) {
      if (turnIds.length === 0) return []
      const elsewhere = await countElsewhere(turnIds, sessionId)
      if (elsewhere === null) return []
      const counts = [countHere(turnIds, sessionId), ...elsewhere]
      return turnIds.filter((turnId) => {
        const own = counts.reduce((sum, count) => sum + (count[turnId]?.own ?? 0), 0)
        const others = counts.reduce((sum, count) => sum + (count[turnId]?.others ?? 0), 0)
        return others === 0 && own <= 1
      })
    },
    stop: () => listener.stop(),
  }
}
