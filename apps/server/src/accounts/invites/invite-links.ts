import { type InviteLink, limits, type LinkId, mintId, type RoomId, shortName } from '@atrium/contract'
import { sql } from 'kysely'
import { advisoryLock, type Database, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, lockAccountEditor, requireAccountEditor } from '../access.ts'
import { writeAudit } from '../audit.ts'
import type { RoomsForInvites } from './invited-room.ts'
import { hashOfToken, joinUrl, newToken } from './invite-token.ts'

type LinkRow = {
  linkId: LinkId
  first: string | null
  last: string | null
  createdAt: Date
  expiresAt: Date
  useLimit: number | null
  useCount: number
  revokedAt: Date | null
  state: InviteLink['state']
}

/** SQL for whether people can join by a link now. */
export const linkState = sql`case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
  when use_count >= use_limit then 'used-up' else 'open' end`

/** Creates a public link, for admins; returns its token, which is never shown again. */
export async function createInviteLink(
  { database, siteUrl, rooms }: { database: Database; siteUrl: string; rooms: RoomsForInvites },
  actor: Actor,
  {
    expiresInDays,
    useLimit,
    roomId,
  }: { expiresInDays: number; useLimit: number | null; roomId?: RoomId | undefined },
): Promise<{ link: InviteLink; token: string; url: string }> {
  const token = newToken()
  const linkId = mintId('link')
  const link = await inTenant(database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    if (roomId !== undefined) await rooms.requireRoomToInviteTo(trx, actor, roomId)
    await advisoryLock(trx, `links of ${actor.accountId}`)
    const open = await sql<{ count: number }>`
      select count(*)::int as count from invite_link where account_id = ${actor.accountId} and ${linkState} = 'open'`.execute(
      trx,
    )
    if ((open.rows[0]?.count ?? 0) >= limits.maxInviteLinks) fail('TOO_MANY_INVITES')
    await sql`
      insert into invite_link (account_id, id, token_hash, created_by, room_id, expires_at, use_limit)
      values (${actor.accountId}, ${linkId}, ${hashOfToken(token)}, ${actor.userId}, ${roomId ?? null},
        now() + make_interval(days => ${expiresInDays}), ${useLimit})`.execute(trx)
    await audit(trx, actor, 'link.created', linkId, {
      expiresInDays,
      useLimit,
      ...(roomId !== undefined && { roomId }),
    })
    return (await readLinks(trx, actor, linkId))[0] ?? fail('INTERNAL')
  })
  return { link, token, url: joinUrl(siteUrl, token) }
}

/** Returns the account's public links, newest first. */
export const listInviteLinks = (database: Database, actor: Actor): Promise<InviteLink[]> =>
  inTenant(database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    return await readLinks(trx, actor)
  })

/** Revokes a link: nobody can join by it anymore. Idempotent. */
export async function revokeInviteLink(database: Database, actor: Actor, linkId: LinkId): Promise<void> {
  await inTenant(database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const [link] = await readLinks(trx, actor, linkId)
    if (!link) return fail('NOT_FOUND')
    if (link.revokedAt !== null) return
    await trx
      .updateTable('invite_link')
      .set({ revoked_at: new Date() })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', linkId)
      .execute()
    await audit(trx, actor, 'link.revoked', linkId, { useCount: link.useCount })
  })
}

async function readLinks(trx: Transaction, { accountId }: Actor, linkId?: LinkId): Promise<InviteLink[]> {
  const found = await sql<LinkRow>`
    select id as "linkId", first_name as first, last_name as last, invite_link.created_at as "createdAt",
      expires_at as "expiresAt", use_limit as "useLimit", use_count as "useCount", revoked_at as "revokedAt", ${linkState} as state
    from invite_link left join user_profile on user_profile.user_id = created_by
    where account_id = ${accountId} ${linkId ? sql`and id = ${linkId}` : sql``}
    order by invite_link.created_at desc, id desc limit 200`.execute(trx)
  return found.rows.map(({ first, last, ...row }) => ({
    ...row,
    createdBy: first === null ? null : shortName({ firstName: first, lastName: last }),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }))
}

async function audit(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'link.created' | 'link.revoked',
  objectId: LinkId,
  details: Record<string, number | string | null>,
) {
  await writeAudit(trx, { accountId, actorId, action, objectType: 'link', objectId, details })
}
