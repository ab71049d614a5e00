import { type EndedInvite, limits, type RoomId, shortName } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireAccountEditor } from '../access.ts'
import type { RoomsForInvites } from './invited-room.ts'

type Row = Omit<EndedInvite, 'role' | 'invitedBy' | 'invitedAt' | 'endedAt'> & {
  role: EndedInvite['role']['name']
  first: string | null
  last: string | null
  invitedAt: Date
  endedAt: Date
}

const maxListed = 200
const listedSince = sql`now() - make_interval(days => ${limits.endedInviteDays})`

/**
 * Lists, newest first and for admins, the invitations and public links that ended because their creator is no longer an admin. An
 * invitation leaves the list when its person is invited again or joins, a link when another was created since, and either after
 * `limits.endedInviteDays`.
 */
export const listEndedInvites = (
  database: Database,
  rooms: Pick<RoomsForInvites, 'roomNameForInvite'>,
  actor: Actor,
): Promise<EndedInvite[]> =>
  inTenant(database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const { accountId } = actor
    const found = await sql<Row>`
      select kind, "inviteId", "linkId", email, role, room_id as "roomId", first_name as first, last_name as last, "invitedAt", "endedAt", because
      from (
        select 'email' as kind, id as "inviteId", null as "linkId", email, role, room_id, invited_by, invited_at as "invitedAt",
          settled_at as "endedAt", ended_because as because
        from invite
        where account_id = ${accountId} and ended_because is not null and dismissed_at is null
          and settled_at > ${listedSince} and expires_at > settled_at
          and not exists (select from invite as later where later.account_id = ${accountId}
            and later.email = invite.email and later.invited_at > invite.settled_at)
          and not exists (select from membership join identity_user on identity_user.id = user_id
            where account_id = ${accountId} and lower(identity_user.email) = invite.email and status <> 'INVITED')
        union all
        select 'link', null, id, null, 'member', room_id, created_by, created_at, revoked_at, ended_because
        from invite_link
        where account_id = ${accountId} and ended_because is not null and dismissed_at is null
          and revoked_at > ${listedSince} and (use_limit is null or use_count < use_limit)
          and not exists (select from invite_link as later where later.account_id = ${accountId}
            and later.created_at > invite_link.revoked_at)
      ) as ended
      left join user_profile on user_profile.user_id = invited_by
      order by "endedAt" desc, email, "linkId" limit ${maxListed}`.execute(trx)
    const open = new Set<RoomId>()
    for (const roomId of new Set(found.rows.flatMap((row) => row.roomId ?? [])))
      if ((await rooms.roomNameForInvite(trx, actor, roomId)) !== null) open.add(roomId)
    return found.rows.map(({ first, last, role, roomId, invitedAt, endedAt, ...row }) => ({
      ...row,
      roomId: roomId !== null && open.has(roomId) ? roomId : null,
      role: { name: role },
      invitedBy: first === null ? null : shortName({ firstName: first, lastName: last ?? '' }),
      invitedAt: invitedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    }))
  })

/** Dismisses an ended invitation or link, for all admins. */
export async function dismissEndedInvite(
  database: Database,
  actor: Actor,
  { inviteId, linkId }: { inviteId?: string | undefined; linkId?: string | undefined },
): Promise<void> {
  const table = inviteId === undefined ? sql`invite_link` : sql`invite`
  await inTenant(database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const dismissed = await sql`
      update ${table} set dismissed_at = coalesce(dismissed_at, now())
      where account_id = ${actor.accountId} and id = ${inviteId ?? linkId ?? ''} and ended_because is not null
      returning id`.execute(trx)
    if (dismissed.rows.length === 0) fail('NOT_FOUND')
  })
}
