import type { AccountId, ChatId, ChatLink, ChatLinkId, RoomId, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { allowsPublicLinks, writeAudits } from '../../accounts/index.ts'
import type { TenantTransaction, Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'

type LinkRow = Omit<ChatLink, 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastViewedAt'> & {
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  lastViewedAt: Date | null
}

const maxListed = 200

/** Returns a chat's links, newest first. */
export async function listLinks(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<{ links: ChatLink[]; allowsAnyone: boolean }> {
  await requireChat(trx, actor, chatId, 'stopSharing')
  return {
    links: await readLinks(trx, actor.accountId, { chatId }),
    allowsAnyone: await allowsPublicLinks(trx, actor.accountId),
  }
}

/** Revokes a link of a chat: nobody can open it from now on. Idempotent. */
export async function revokeLink(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, chatLinkId }: { chatId: ChatId; chatLinkId: ChatLinkId },
): Promise<void> {
  await requireChat(trx, actor, chatId, 'stopSharing')
  const [link] = await readLinks(trx, actor.accountId, { chatId, chatLinkId })
  if (!link) return fail('NOT_FOUND')
  await revoke(trx, actor, sql`id = ${chatLinkId}`)
}

/** Revokes every link of these chats, as when their sharing ends. */
export const endLinksOfChats = (
  trx: TenantTransaction,
  actor: Actor,
  chatIds: readonly ChatId[],
): Promise<void> => revoke(trx, actor, sql`chat_id = any(${[...chatIds]})`)

/** Revokes the links of a person who leaves the account. */
export const endLinksOf = (trx: Transaction, person: Actor): Promise<void> =>
  revoke(trx, person, sql`created_by = ${person.userId}`)

/** Revokes the account's links that anyone can open. */
export const endPublicLinks = (trx: Transaction, actor: Actor): Promise<void> =>
  revoke(trx, actor, sql`audience = 'anyone'`)

async function revoke(
  trx: Transaction,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  which: RawBuilder<unknown>,
): Promise<void> {
  const revoked = await sql<{ chatId: ChatId; roomId: RoomId }>`
    update chat_link as link set revoked_at = now() from chat
    where link.account_id = ${accountId} and link.revoked_at is null and link.expires_at > now()
      and link.id in (select id from chat_link where account_id = ${accountId} and ${which})
      and chat.account_id = link.account_id and chat.id = link.chat_id
    returning chat.id as "chatId", chat.room_id as "roomId"`.execute(trx)
  await writeAudits(
    trx,
    revoked.rows.map(({ chatId, roomId }) => ({
      accountId,
      actorId: userId,
      action: 'chat.link-revoked',
      objectType: 'chat',
      objectId: chatId,
      details: { roomId },
    })),
  )
}

/** Reads links of a chat without checking access. */
export async function readLinks(
  trx: Transaction,
  accountId: AccountId,
  { chatId, chatLinkId }: { chatId: ChatId; chatLinkId?: ChatLinkId },
): Promise<ChatLink[]> {
  const found = await sql<LinkRow>`
    select id as "chatLinkId", audience, title, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end as state,
      view_count as "viewCount", last_viewed_at as "lastViewedAt",
      (select count(*)::int from chat_link_turn as linked
        where linked.account_id = chat_link.account_id and linked.link_id = chat_link.id) as "turnCount"
    from chat_link
    where account_id = ${accountId} and chat_id = ${chatId} ${chatLinkId ? sql`and id = ${chatLinkId}` : sql``}
    order by created_at desc, id desc limit ${maxListed}`.execute(trx)
  return found.rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
  }))
}
