import { shortName, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

type InviteRow = { account: string; first: string | null; last: string | null }

/** Returns the invitations by email that a person got since a moment and may still accept. Needs a system transaction. */
export async function invitesSince(
  trx: Transaction,
  userId: UserId,
  since: Date,
): Promise<{ account: string; inviter: string | null }[]> {
  const found = await sql<InviteRow>`
    select account.name as account, first_name as first, last_name as last
    from invite join account on account.id = invite.account_id
    join identity_user on lower(identity_user.email) = invite.email and email_verified
    left join user_profile on user_profile.user_id = invited_by
    where identity_user.id = ${userId} and state = 'pending' and expires_at > now() and sent_at > ${since}
      and account.deleted_at is null and not exists (
        select from membership
        where membership.account_id = account.id and membership.user_id = ${userId} and status <> 'INVITED')
    order by sent_at desc limit 50`.execute(trx)
  return found.rows.map(({ account, first, last }) => ({
    account,
    inviter: first === null ? null : shortName({ firstName: first, lastName: last ?? '' }),
  }))
}
