import {
  type InviteId,
  type InvitesEndedBecause,
  type Language,
  type LinkId,
  shortName,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Actor } from '../access.ts'
import { type AuditToWrite, writeAudits } from '../audit.ts'
import { invitesEndedMail } from './invites-ended-mail.ts'

/**
 * Ends the pending invitations and open public links of a former admin, in the transaction that ends their role. Audits each,
 * lists it among the ended invitations (`ended-invites.ts`), and mails the list to the other admins. The caller has locked the
 * person's membership, which `lockAccountEditor` locks too, so no new ones appear meanwhile.
 */
export async function endInvitesOf(
  trx: Transaction,
  { accountId, userId }: Actor,
  { by, because }: { by: UserId; because: InvitesEndedBecause },
): Promise<void> {
  const invites = await sql<{ id: InviteId; email: string }>`
    update invite set state = 'withdrawn', settled_at = now(), ended_because = ${because}
    where account_id = ${accountId} and invited_by = ${userId} and state = 'pending'
    returning id, email`.execute(trx)
  const links = await sql<{ id: LinkId; useCount: number }>`
    update invite_link set revoked_at = now(), ended_because = ${because}
    where account_id = ${accountId} and created_by = ${userId} and revoked_at is null and expires_at > now()
    returning id, use_count as "useCount"`.execute(trx)
  if (invites.rows.length + links.rows.length === 0) return
  const entry = { accountId, actorId: by }
  await writeAudits(trx, [
    ...invites.rows.map(({ id, email }): AuditToWrite => ({
      ...entry,
      action: 'invite.withdrawn',
      objectType: 'invite',
      objectId: id,
      details: { email, because, userId },
    })),
    ...links.rows.map(({ id, useCount }): AuditToWrite => ({
      ...entry,
      action: 'link.revoked',
      objectType: 'link',
      objectId: id,
      details: { useCount, because, userId },
    })),
  ])
  await mailAdmins(trx, { accountId, userId }, { emails: invites.rows, linkCount: links.rows.length })
}

async function mailAdmins(
  trx: Transaction,
  { accountId, userId }: Actor,
  { emails, linkCount }: { emails: readonly { email: string }[]; linkCount: number },
): Promise<void> {
  const admins = await sql<{ email: string; language: Language | null; accountName: string }>`
    select identity_user.email, language, account.name as "accountName"
    from membership join account on account.id = account_id
    join identity_user on identity_user.id = user_id left join user_profile using (user_id)
    where account_id = ${accountId} and user_id <> ${userId} and role in ('owner', 'admin') and status <> 'INVITED'
    order by identity_user.email`.execute(trx)
  const found = await sql<{ first: string; last: string }>`
    select first_name as first, last_name as last from user_profile where user_id = ${userId}`.execute(trx)
  const { first, last } = found.rows[0] ?? { first: '', last: '' }
  const name = shortName({ firstName: first, lastName: last })
  for (const { email, language, accountName } of admins.rows)
    await queueMail(
      trx,
      invitesEndedMail({
        recipient: email,
        language: language ?? 'en',
        name,
        accountName,
        emails: emails.map((one) => one.email).toSorted(),
        linkCount,
      }),
    )
}
