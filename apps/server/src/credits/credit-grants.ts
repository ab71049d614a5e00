import type { AccountId, GrantFrequency, GrantId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

/** Credits that a system administrator granted an account, as stored. */
export type CreditGrantRow = {
  id: GrantId
  accountId: AccountId
  amountMilli: number
  frequency: GrantFrequency
  reason: string
  grantedBy: UserId | null
  grantedByName: string | null
  grantedAt: Date
  endedAt: Date | null
}

const grants = sql`
  select credit_grant.id, account_id as "accountId", amount_milli as "amountMilli", frequency, reason,
    granted_by as "grantedBy", identity_user.name as "grantedByName", granted_at as "grantedAt", ended_at as "endedAt"
  from credit_grant left join identity_user on identity_user.id = granted_by`

/** Stores a grant and returns it; for an id that is stored already, returns that grant and changes nothing. */
export async function insertGrant(
  trx: Transaction,
  grant: Pick<CreditGrantRow, 'id' | 'accountId' | 'amountMilli' | 'frequency' | 'reason' | 'grantedBy'>,
): Promise<{ grant: CreditGrantRow; isNew: boolean }> {
  const inserted = await sql`
    insert into credit_grant (account_id, id, amount_milli, frequency, reason, granted_by)
    values (${grant.accountId}, ${grant.id}, ${grant.amountMilli}, ${grant.frequency}, ${grant.reason}, ${grant.grantedBy})
    on conflict (id) do nothing returning id`.execute(trx)
  const stored = await sql<CreditGrantRow>`${grants} where credit_grant.id = ${grant.id}`.execute(trx)
  const [row] = stored.rows
  if (row === undefined) throw new Error(`The grant ${grant.id} is neither new nor stored.`)
  return { grant: row, isNew: inserted.rows.length > 0 }
}

/** Returns the grants of an account, newest first. */
export async function grantsOf(
  trx: Transaction,
  accountId: AccountId,
  limit: number,
): Promise<CreditGrantRow[]> {
  const found = await sql<CreditGrantRow>`
    ${grants} where account_id = ${accountId} order by granted_at desc, credit_grant.id desc limit ${limit}`.execute(
    trx,
  )
  return found.rows
}

/** Ends a monthly grant, once; undefined when the account has none of this id. */
export async function endMonthlyGrant(
  trx: Transaction,
  { accountId, id }: { accountId: AccountId; id: GrantId },
): Promise<{ grant: CreditGrantRow; isNew: boolean } | undefined> {
  const ended = await sql`
    update credit_grant set ended_at = now()
    where account_id = ${accountId} and id = ${id} and frequency = 'monthly' and ended_at is null returning id`.execute(
    trx,
  )
  const found = await sql<CreditGrantRow>`
    ${grants} where account_id = ${accountId} and credit_grant.id = ${id} and frequency = 'monthly'`.execute(
    trx,
  )
  return found.rows[0] && { grant: found.rows[0], isNew: ended.rows.length > 0 }
}

/** Returns the active monthly grants of an account. */
export async function activeMonthlyGrants(
  trx: Transaction,
  accountId: AccountId,
): Promise<Pick<CreditGrantRow, 'id' | 'amountMilli'>[]> {
  const found = await sql<Pick<CreditGrantRow, 'id' | 'amountMilli'>>`
    select id, amount_milli as "amountMilli" from credit_grant
    where account_id = ${accountId} and frequency = 'monthly' and ended_at is null order by id`.execute(trx)
  return found.rows
}
