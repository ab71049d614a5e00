import { AccountId, Notice, RoomId, UserId } from '@atrium/contract'
import { z } from 'zod'
import {
  type Database,
  type DatabaseAddress,
  inTenant,
  listenTo,
  notifyAll,
  type Transaction,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Notices } from './notices.ts'

const channel = 'notices'
/** Notices per transaction. */
const maxBatch = 50
const NoticeMessage = z.object({
  nodeId: z.string(),
  accountId: AccountId,
  userId: UserId.optional(),
  roomId: RoomId.optional(),
  notice: Notice,
})

export type RoomOf = { accountId: AccountId; roomId: RoomId }
/** Returns those of these people who may use a room. */
export type ReadersOfRoom = (
  trx: Transaction,
  room: RoomOf,
  people: readonly UserId[],
) => Promise<Set<UserId>>
type SharedNotices = Pick<Notices, 'publish'> & {
  /** Publishes to everybody who may use the room now. */
  publishIn(room: RoomOf, notice: Notice): void
  stop(): Promise<void>
}

/**
 * Shares notices with the open browsers of every node. After a gap, whose notices are unknown, `onGap` makes browsers reload.
 */
export async function shareNotices({
  address,
  database,
  nodeId,
  notices,
  whoMayUse,
  onGap,
  log,
}: {
  address: DatabaseAddress
  database: Database
  nodeId: string
  notices: Notices
  whoMayUse: ReadersOfRoom
  onGap(): void
  log: Log
}): Promise<SharedNotices> {
  const failed = (error: unknown) =>
    log.warn(
      { event: 'notice.publish_failed', err: error },
      'Could not publish a notice to the readers of a room',
    )
  const publishHere = async (room: RoomOf, notice: Notice): Promise<void> => {
    for (const userId of await readersOfRoom({ database, notices, whoMayUse }, room))
      notices.publish({ accountId: room.accountId, userId }, notice)
  }
  // The change itself is committed; browsers of other nodes that miss the notice see it at their next load. Notices that arrive while one
  // transaction runs are sent with the next.
  const outgoing: Omit<z.infer<typeof NoticeMessage>, 'nodeId'>[] = []
  let sending: Promise<void> | undefined
  const sendAll = async () => {
    // Notices published in the same tick of the event loop are sent together.
    await Promise.resolve()
    while (outgoing.length > 0) {
      const batch = outgoing.splice(0, maxBatch)
      await notifyAll(
        database,
        channel,
        batch.map((message) => JSON.stringify({ nodeId, ...message })),
      ).catch((error: unknown) =>
        log.warn(
          { event: 'notice.share_failed', err: error },
          'Could not publish notices to the other nodes',
        ),
      )
    }
    sending = undefined
  }
  const publishElsewhere = (message: (typeof outgoing)[number]) => {
    outgoing.push(message)
    sending ??= sendAll()
  }
  const listener = await listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const { nodeId: senderId, notice, roomId, ...to } = NoticeMessage.parse(JSON.parse(text))
      if (senderId === nodeId) return
      if (roomId) void publishHere({ accountId: to.accountId, roomId }, notice).catch(failed)
      else notices.publish(to, notice)
    },
  })
  return {
    publish({ accountId, userId }, notice) {
      notices.publish({ accountId, userId }, notice)
      publishElsewhere({ accountId, userId, notice })
    },
    publishIn({ accountId, roomId }, notice) {
      void publishHere({ accountId, roomId }, notice).catch(failed)
      publishElsewhere({ accountId, roomId, notice })
    },
    async stop() {
      await sending
      await listener.stop()
    },
  }
}

/** The people who have a browser open on this node and may use the room: one query for all. */
async function readersOfRoom(
  { database, notices, whoMayUse }: { database: Database; notices: Notices; whoMayUse: ReadersOfRoom },
  { accountId, roomId }: RoomOf,
): Promise<Set<UserId>> {
  const readers = notices.readersIn(accountId)
  if (readers.length === 0) return new Set()
  return await inTenant(database, { accountId, userId: null }, (trx) =>
    whoMayUse(trx, { accountId, roomId }, readers),
  )
}
