import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { isLookAlike } from '../../platform/words/index.ts'

type Named = { firstName: string; lastName: string }

/**
 * Returns whether a person's name is confusable with a differently written one of another member of these accounts; equal names
 * are allowed. `changes` are the parts of the name about to change.
 */
export async function looksLikeMember(
  trx: Transaction,
  userId: UserId,
  accountIds: readonly AccountId[],
  changes: { [part in keyof Named]?: string | undefined } = {},
): Promise<boolean> {
  const mine = await sql<Named>`
    select first_name as "firstName", last_name as "lastName" from user_profile where user_id = ${userId}`.execute(
    trx,
  )
  const { firstName = '', lastName = '' } = mine.rows[0] ?? {}
  const name = `${changes.firstName ?? firstName} ${changes.lastName ?? lastName}`
  const others = await sql<Named>`
    select distinct first_name as "firstName", last_name as "lastName"
    from membership join user_profile using (user_id)
    where account_id = any(${[...accountIds]}::text[]) and user_id <> ${userId} and status <> 'INVITED'`.execute(
    trx,
  )
  return others.rows.some((other) => isLookAlike(name, `${other.firstName} ${other.lastName}`))
}
