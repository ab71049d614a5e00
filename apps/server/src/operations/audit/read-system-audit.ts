import type { AccountId, SystemAuditEntry, SystemAuditFilters, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

const matching = ({ actor, kind, from, to }: SystemAuditFilters) =>
  sql.join(
    [
      sql`true`,
      actor && sql`actor_id = ${actor}`,
      kind && sql`split_part(action, '.', 1) = ${kind}`,
      from && sql`at >= ${from}::timestamptz`,
      to && sql`at < ${to}::timestamptz`,
    ].filter((condition) => condition !== undefined && condition !== ''),
    sql` and `,
  )

type Row = Omit<SystemAuditEntry, 'at' | 'account'> & {
  at: Date
  accountId: AccountId | null
  accountName: string | null
}

/** Returns entries with current names, newest first; `before` is the number of the last known entry. Needs a system transaction. */
export async function readSystemAudit(
  trx: Transaction,
  filters: SystemAuditFilters,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number | undefined },
): Promise<SystemAuditEntry[]> {
  const found = await sql<Row>`
    select entry.id, at, actor_id as "actorId", nullif(actor.name, '') as "actorName", action,
      coalesce(nullif(person.name, ''), entry.email) as "personName", account.id as "accountId", account.name as "accountName",
      object_id as "objectId", details
    from system_audit_entry as entry
    left join identity_user as actor on actor.id = actor_id
    left join identity_user as person on person.id = person_id
    left join account on account.id = object_id
    where ${matching(filters)} ${before === undefined ? sql`` : sql`and entry.id < ${before}`}
    order by entry.id desc limit ${limit} offset ${offset}`.execute(trx)
  return found.rows.map(({ accountId, accountName, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    account: accountId === null ? null : { id: accountId, name: accountName ?? '' },
  }))
}

export async function countSystemAudit(trx: Transaction, filters: SystemAuditFilters): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from system_audit_entry as entry where ${matching(filters)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}

/** Everybody who did something, by name. */
export async function actorsOfLog(trx: Transaction): Promise<{ id: UserId; name: string | null }[]> {
  const found = await sql<{ id: UserId; name: string | null }>`
    select id, nullif(name, '') as name from identity_user
    where exists (select from system_audit_entry where actor_id = identity_user.id) order by lower(name), id`.execute(
    trx,
  )
  return found.rows
}
