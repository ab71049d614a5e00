import { AccountId, ChatId, RoomId, UserId } from '@atrium/contract'
import { z } from 'zod'
import { type DatabaseAddress, listenTo, notify, type Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'

const channel = 'access_taken'

/**
 * The revoked access: one person's to a room or to the account; everybody's to the account (no user); or everybody's except the
 * owner's to a chat.
 */
export type RevokedAccess = {
  accountId: AccountId
  userId?: UserId
  roomId?: string
  chat?: { chatId: ChatId; ownerId: UserId }
  /** The account is suspended: its jobs pause instead of ending. */
  isSuspension?: true
}

const RevokedMessage = z.object({
  nodeId: z.string(),
  accountId: AccountId,
  userId: UserId.optional(),
  roomId: RoomId.optional(),
  chat: z.strictObject({ chatId: ChatId, ownerId: UserId }).optional(),
  isSuspension: z.literal(true).optional(),
})

/** Publishes revoked access to the other nodes: with the commit of the transaction that revokes it, or not at all. */
export const publishRevokedAccess = (
  trx: Transaction,
  nodeId: string,
  revoked: RevokedAccess,
): Promise<void> => notify(trx, channel, JSON.stringify({ nodeId, ...revoked }))

/**
 * Listens for revocations on other nodes. After a gap, whose events are unknown, every reader is to be disconnected: those still
 * allowed reconnect.
 */
export const listenForRevokedAccess = (
  address: DatabaseAddress,
  {
    nodeId,
    onRevoked,
    onGap,
    log,
  }: { nodeId: string; onRevoked(revoked: RevokedAccess): void; onGap(): void; log: Log },
): Promise<{ stop(): Promise<void> }> =>
  listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const message = RevokedMessage.parse(JSON.parse(text))
      const { nodeId: senderId, accountId, userId, roomId, chat, isSuspension } = message
      if (senderId === nodeId) return
      onRevoked({
        accountId,
        ...(userId && { userId }),
        ...(roomId && { roomId }),
        ...(chat && { chat }),
        ...(isSuspension && { isSuspension }),
      })
    },
  })
