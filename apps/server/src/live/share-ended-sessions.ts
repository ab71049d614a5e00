import { SessionId } from '@atrium/contract'
import { z } from 'zod'
import { type Database, type DatabaseAddress, listenTo, notifyAll } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { slices } from './slices.ts'

const channel = 'sessions_ended'
/** Sessions per message: a notification has at most 8,000 bytes. */
const maxSessions = 100

const Message = z.strictObject({ nodeId: z.string(), sessionIds: z.array(SessionId) })

type SharedSessions = {
  /** Publishes to the other nodes that these sessions have ended. */
  publish(sessionIds: readonly SessionId[]): void
  stop(): Promise<void>
}

/**
 * Shares the end of sessions with the other nodes, so that their streams close at once. After a gap, whose sessions are unknown, every
 * reader is to be disconnected: those still signed in reconnect.
 */
export async function shareEndedSessions({
  address,
  database,
  nodeId,
  onEnded,
  onGap,
  log,
}: {
  address: DatabaseAddress
  database: Database
  nodeId: string
  /** Called with sessions that ended on another node. */
  onEnded(sessionIds: readonly SessionId[]): void
  onGap(): void
  log: Log
}): Promise<SharedSessions> {
  const sending = new Set<Promise<void>>()
  const listener = await listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const message = Message.parse(JSON.parse(text))
      if (message.nodeId !== nodeId) onEnded(message.sessionIds)
    },
  })
  return {
    publish(sessionIds) {
      const sent = notifyAll(
        database,
        channel,
        slices(sessionIds, maxSessions).map((part) => JSON.stringify({ nodeId, sessionIds: part })),
      )
        .catch((error: unknown) =>
          log.warn(
            { event: 'sessions.share_failed', err: error },
            'Could not notify the other processes of ended sessions; their tokens are refused within a second',
          ),
        )
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },
    async stop() {
      await Promise.all(sending)
      await listener.stop()
    },
  }
}
