import type {
  AccountId,
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditFilters,
  AuditObjectType,
  UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'

export type AuditToWrite = {
  accountId: AccountId
  actorId: UserId
  action: AuditAction
  objectType: AuditObjectType
  objectId: string
  details?: AuditDetails
}

/** Remembers what somebody did, in the transaction that does it: one is never there without the other. */
export async function writeAudit(trx: Transaction, entry: AuditToWrite): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      account_id: entry.accountId,
      actor_id: entry.actorId,
      action: entry.action,
      object_type: entry.objectType,
      object_id: entry.objectId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

const matching = (accountId: AccountId, filters: AuditFilters) => {
  const conditions = [
    sql`audit_entry.account_id = ${accountId}`,
    filters.actor && sql`actor_id = ${filters.actor}`,
    filters.action && sql`action = ${filters.action}`,
    filters.object_type && sql`object_type = ${filters.object_type}`,
    filters.object_id && sql`object_id = ${filters.object_id}`,
    filters.from && sql`at >= ${filters.from}::timestamptz`,
    filters.to && sql`at < ${filters.to}::timestamptz`,
  ].filter((condition) => condition !== undefined && condition !== '')
  return sql.join(conditions, sql` and `)
}

type AuditRow = Omit<AuditEntry, 'at'> & { at: Date }

const present = (row: AuditRow): AuditEntry => ({ ...row, at: row.at.toISOString() })

/** Entries with the names that people bear now, newest first; `before` is the number of the last one that is known already. */
export async function readAudit(
  trx: Transaction,
  accountId: AccountId,
  filters: AuditFilters,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number | undefined },
): Promise<AuditEntry[]> {
  const found = await sql<AuditRow>`
    select audit_entry.id, at, actor_id as "actorId", actor.name as "actorName", actor.email as "actorEmail",
      action, object_type as "objectType", object_id as "objectId", person.name as "personName", details
    from audit_entry
    left join identity_user as actor on actor.id = actor_id
    left join identity_user as person
      on person.id = case when object_type = 'member' then object_id else details ->> 'userId' end
    where ${matching(accountId, filters)} ${before === undefined ? sql`` : sql`and audit_entry.id < ${before}`}
    order by audit_entry.id desc limit ${limit} offset ${offset}`.execute(trx)
  return found.rows.map(present)
}

/** How many entries the pages of `readAudit` have together. */
export async function countAudit(
  trx: Transaction,
  accountId: AccountId,
  filters: AuditFilters,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where ${matching(accountId, filters)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}
