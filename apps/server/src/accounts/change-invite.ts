import type { InviteId, SentInvite } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { secondsUntilMail } from '../platform/mail.ts'
import { type Actor, requireAccountEditor } from './access.ts'
import { writeAudit } from './audit.ts'
import { inviteMailKind } from './invite-mail.ts'
import { expiry, type InvitePorts, mailInvite } from './invite-people.ts'
import { hashOfToken, newToken } from './invite-token.ts'

/** Sends an invitation again: new token, new expiry; the former link leads nowhere. The limit of mails counts. */
export async function resendInvite(
  ports: InvitePorts,
  actor: Actor,
  inviteId: InviteId,
): Promise<SentInvite> {
  return await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const { email } = await pendingInvite(trx, actor, inviteId)
    const retryAfterSeconds = await secondsUntilMail(trx, { recipient: email, kind: inviteMailKind })
    if (retryAfterSeconds > 0) fail('RATE_LIMITED', { retryAfterSeconds })

    const token = newToken()
    const sent = await sql<{ role: 'admin' | 'member'; expiresAt: Date }>`
      update invite set token_hash = ${hashOfToken(token)}, sent_at = now(), expires_at = ${expiry}
      where account_id = ${actor.accountId} and id = ${inviteId} and state = 'pending'
      returning role, expires_at as "expiresAt"`.execute(trx)
    const { role, expiresAt } = sent.rows[0] ?? fail('NOT_FOUND')
    await mailInvite(trx, ports, actor, email, token)
    await audit(trx, actor, 'invite.resent', inviteId, email)
    return { inviteId, email, role: { name: role }, expiresAt: expiresAt.toISOString() }
  })
}

/** Takes an invitation back. */
export async function withdrawInvite(
  { database }: Pick<InvitePorts, 'database'>,
  actor: Actor,
  inviteId: InviteId,
): Promise<void> {
  await inTenant(database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
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
