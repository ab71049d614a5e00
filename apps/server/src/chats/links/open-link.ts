import type { AccountId, ChatLinkId, LinkAudience, LinkedChat, RoomId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { roleIn } from '../../accounts/index.ts'
import { type Database, inSystem, inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import { hashOfLinkToken } from './link-token.ts'
import { readLinkedTurns } from './linked-turns.ts'

/** An available link. */
export type OpenLink = {
  id: ChatLinkId
  accountId: AccountId
  createdBy: UserId
  audience: LinkAudience
  title: string
  earlierCount: number
  createdAt: Date
  expiresAt: Date
}

/**
 * Finds the link of a name; null when it can't be opened: it is revoked or expired, its account is suspended, its chat, room, account or
 * owner is gone, its owner may not use the chat's room, or the account allows no links for anyone.
 */
export async function findOpenLink(database: Database, token: string): Promise<OpenLink | null> {
  return await inSystem(database, async (trx) => {
    const found = await sql<OpenLink & { roomId: RoomId }>`
      select link.id, link.account_id as "accountId", link.created_by as "createdBy", link.audience, link.title,
        link.earlier_count as "earlierCount", link.created_at as "createdAt", link.expires_at as "expiresAt",
        chat.room_id as "roomId"
      from chat_link as link
      join account on account.id = link.account_id and account.deleted_at is null and account.suspended_at is null
      join chat on chat.account_id = link.account_id and chat.id = link.chat_id and chat.deleted_at is null
      join room on room.account_id = chat.account_id and room.id = chat.room_id and room.deleted_at is null
      where link.token_hash = ${hashOfLinkToken(token)} and link.revoked_at is null and link.expires_at > now()
        and (link.audience = 'account' or account.allows_public_links)`.execute(trx)
    const [link] = found.rows
    if (!link) return null
    const { roomId, ...open } = link
    const owner = { accountId: link.accountId, userId: link.createdBy }
    return (await mayUseRoom(trx, owner, roomId)) ? open : null
  })
}

/**
 * Returns the copy that a link leads to, as this reader may see it: members of its account with names and the sources that they may
 * open, others only of a link for anyone and without both. Throws NOT_FOUND when there is nothing for them, and UNAUTHENTICATED to
 * somebody who isn't signed in for a link to members.
 */
export async function openLink(
  database: Database,
  token: string,
  readerId: UserId | null,
): Promise<LinkedChat> {
  const link = (await findOpenLink(database, token)) ?? fail('NOT_FOUND')
  const isMember = await mayOpen(database, link, readerId)
  const reader = { accountId: link.accountId, userId: isMember ? readerId : null }
  return await inTenant(database, reader, async (trx) => {
    const { title, turns } = await readLinkedTurns(trx, link, isMember ? readerId : null)
    if (readerId !== link.createdBy)
      await sql`
        update chat_link set view_count = view_count + 1, last_viewed_at = now()
        where account_id = ${link.accountId} and id = ${link.id}`.execute(trx)
    const { earlierCount } = link
    const [createdAt, expiresAt] = [link.createdAt.toISOString(), link.expiresAt.toISOString()]
    return { title, createdAt, expiresAt, isMember, earlierCount, turns }
  })
}

/** Returns whether the reader is a member of the link's account; throws when the link isn't for them. */
export async function mayOpen(
  database: Database,
  { accountId, audience }: OpenLink,
  readerId: UserId | null,
): Promise<boolean> {
  if (readerId === null && audience === 'account') fail('UNAUTHENTICATED')
  const isMember = readerId !== null && (await roleIn(database, accountId, readerId)) !== null
  if (!isMember && audience === 'account') fail('NOT_FOUND')
  return isMember
}
