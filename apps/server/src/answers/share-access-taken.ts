import { AccountId, RoomId, UserId } from '@atrium/contract'
import { z } from 'zod'
import type { AccessTaken } from '../accounts/index.ts'
import { type DatabaseAddress, listenTo, notify, type Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'

const channel = 'access_taken'
const Told = z.object({
  nodeId: z.string(),
  accountId: AccountId,
  userId: UserId.optional(),
  roomId: RoomId.optional(),
})

/** Tells the other nodes that somebody's right has ended: with the commit of the transaction that ends it, or not at all. */
export const tellAccessTaken = (trx: Transaction, nodeId: string, taken: AccessTaken): Promise<void> =>
  notify(trx, channel, JSON.stringify({ nodeId, ...taken }))

/**
 * Hears what other nodes tell. After a gap, of which nobody knows what was told in it, every reader is to be cut: who still may
 * read comes back.
 */
export const hearAccessTaken = (
  address: DatabaseAddress,
  {
    nodeId,
    onTaken,
    onGap,
    log,
  }: { nodeId: string; onTaken(taken: AccessTaken): void; onGap(): void; log: Log },
): Promise<{ stop(): Promise<void> }> =>
  listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const { nodeId: teller, accountId, userId, roomId } = Told.parse(JSON.parse(text))
      if (teller !== nodeId) onTaken({ accountId, ...(userId && { userId }), ...(roomId && { roomId }) })
    },
  })
