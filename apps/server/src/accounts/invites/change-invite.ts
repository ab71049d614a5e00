import type { InviteId, RoomId, SentInvite, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { secondsUntilMail } from '../../platform/mail/mail.ts'
import { type Actor, lockAccountEditor } from '../access.ts'
import { writeAudit } from '../audit.ts'
import { inviteMailKind } from './invite-mail.ts'
import { expiry, type InvitePorts, mailInvite } from './invite-people.ts'
import { nameOfInvitedRoom } from './invited-room.ts'
import { hashOfToken, newToken } from './invite-token.ts'

/** Resends an invitation with a new token and expiry; the former link stops working. Counts toward the mail limit. */
export async function resendInvite(
  ports: InvitePorts,
  actor: Actor,
  inviteId: InviteId,
): Promise<SentInvite> {
  return await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const { email } = await pendingInvite(trx, actor, inviteId)
    const retryAfterSeconds = await secondsUntilMail(trx, { recipient: email, kind: inviteMailKind })
    if (retryAfterSeconds > 0) fail('RATE_LIMITED', { retryAfterSeconds })

    const token = newToken()
    const sent = await sql<{
      role: 'admin' | 'member'
      expiresAt: Date
      roomId: RoomId | null
      inviterId: UserId | null
    }>`
      update invite set token_hash = ${hashOfToken(token)}, sent_at = now(), expires_at = ${expiry}
      where account_id = ${actor.accountId} and id = ${inviteId} and state = 'pending'
      returning role, expires_at as "expiresAt", room_id as "roomId", invited_by as "inviterId"`.execute(trx)
    const { role, expiresAt, ...named } = sent.rows[0] ?? fail('NOT_FOUND')
    const roomName = await nameOfInvitedRoom(trx, ports.rooms, actor.accountId, named)
    await mailInvite(trx, ports, actor, { email, token, roomName })
    await audit(trx, actor, 'invite.resent', inviteId, email)
    return { inviteId, email, role: { name: role }, expiresAt: expiresAt.toISOString() }
  })
}

/** Withdraws an invitation. */
export async function withdrawInvite(
  { database }: Pick<InvitePorts, 'database'>,
  actor: Actor,
  inviteId: InviteId,
): Promise<void> {
  await inTenant(database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const { email } = await pendingInvite(trx, actor, inviteId)
    const withdrawn = await sql`
      update invite set state = 'withdrawn', settled_at = now()
      where account_id = ${actor.accountId} and id = ${inviteId} and state = 'pending' returning id`.execute(
      trx,
    )
    if (withdrawn.rows.length === 0) fail('NOT_FOUND')
    await audit(trx, actor, 'invite.withdrawn', inviteId, email)
  })
}

async function pendingInvite(trx: Transaction, { accountId }: Actor, inviteId: InviteId) {
  const found = await trx
    .selectFrom('invite')
    .select('email')
    .where('account_id', '=', accountId)
    .where('id', '=', inviteId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return found ?? fail('NOT_FOUND')
}

async function audit(
  trx: Transaction,
  { accountId, userId: actorId }: Actor,
  action: 'invite.resent' | 'invite.withdrawn',
  objectId: InviteId,
  email: string,
) {
  await writeAudit(trx, { accountId, actorId, action, objectType: 'invite', objectId, details: { email } })
}
