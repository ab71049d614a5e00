import type { AccountId, FirstSteps, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** Returns which first steps an admin's account has taken. Each is read from what happened, so it counts however it happened. */
export async function readFirstSteps(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
): Promise<FirstSteps> {
  const found = await sql<FirstSteps>`
    select
      (exists (select from invite where account_id = ${accountId})
        or exists (select from invite_link where account_id = ${accountId})
        or exists (select from membership where account_id = ${accountId} and user_id <> ${userId})) as "hasInvited",
      exists (select from room_file where account_id = ${accountId} and stored_at is not null and deleted_at is null) as "hasFile",
      exists (select from prompt_person where account_id = ${accountId} and user_id = ${userId} and use_count > 0) as "hasUsedTemplate",
      exists (select from first_steps_dismissal where account_id = ${accountId} and user_id = ${userId}) as "isDismissed"`.execute(
    trx,
  )
  return found.rows[0] ?? fail('NOT_FOUND')
}

/** Closes the list for an admin; once is enough. */
export async function dismissFirstSteps(trx: TenantTransaction, { accountId, userId }: Actor): Promise<void> {
  await sql`
    insert into first_steps_dismissal (account_id, user_id) values (${accountId}, ${userId})
    on conflict (account_id, user_id) do nothing`.execute(trx)
}
