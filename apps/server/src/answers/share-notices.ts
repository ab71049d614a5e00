import { AccountId, Notice, RoomId, UserId } from '@atrium/contract'
import { z } from 'zod'
import {
  type Database,
  type DatabaseAddress,
  inSystem,
  inTenant,
  listenTo,
  notify,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { whoMayUse } from '../rooms/index.ts'
import type { Notices } from './notices.ts'

const channel = 'notices'
const Told = z.object({
  nodeId: z.string(),
  accountId: AccountId,
  userId: UserId.optional(),
  roomId: RoomId.optional(),
  notice: Notice,
})

export type RoomOf = { accountId: AccountId; roomId: RoomId }
type SharedNotices = Pick<Notices, 'publish'> & {
  /** To everybody who may use the room now. */
  publishIn(room: RoomOf, notice: Notice): void
  stop(): Promise<void>
}

/**
 * Notices that the open browsers of every node are to hear, for what seldom changes: who may what, and which rooms there are.
 * What belongs to a single answer stays on its node. After a gap, of which nobody knows what was told in it, `onGap` is to make
 * browsers load again.
 */
export async function shareNotices({
  address,
  database,
  nodeId,
  notices,
  onGap,
  log,
}: {
  address: DatabaseAddress
  database: Database
  nodeId: string
  notices: Notices
  onGap(): void
  log: Log
}): Promise<SharedNotices> {
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'a notice of a room could not be told to those who may use it')
  const publishHere = async (room: RoomOf, notice: Notice): Promise<void> => {
    for (const userId of await readersOfRoom(database, notices, room))
      notices.publish({ accountId: room.accountId, userId }, notice)
  }
  // What it tells of is done; browsers of other nodes that do not hear of it see it at their next load.
  const publishElsewhere = (told: Omit<z.infer<typeof Told>, 'nodeId'>) =>
    inSystem(database, (trx) => notify(trx, channel, JSON.stringify({ nodeId, ...told }))).catch(
      (error: unknown) => log.warn({ err: error }, 'a notice could not be told to the other nodes'),
    )
  const listener = await listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const { nodeId: teller, notice, roomId, ...to } = Told.parse(JSON.parse(text))
      if (teller === nodeId) return
      if (roomId) void publishHere({ accountId: to.accountId, roomId }, notice).catch(failed)
      else notices.publish(to, notice)
    },
  })
  return {
    publish({ accountId, userId }, notice) {
      notices.publish({ accountId, userId }, notice)
      void publishElsewhere({ accountId, userId, notice })
    },
    publishIn({ accountId, roomId }, notice) {
      void publishHere({ accountId, roomId }, notice).catch(failed)
      void publishElsewhere({ accountId, roomId, notice })
    },
    stop: () => listener.stop(),
  }
}

/** Those who have a browser open on this node and may use the room: asked once for all of them. */
async function readersOfRoom(
  database: Database,
  notices: Notices,
  { accountId, roomId }: RoomOf,
): Promise<Set<UserId>> {
  const readers = notices.readersIn(accountId)
  if (readers.length === 0) return new Set()
  return await inTenant(database, { accountId, userId: null }, (trx) =>
    whoMayUse(trx, { accountId, roomId }, readers),
  )
}
