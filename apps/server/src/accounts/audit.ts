import {
  type AccountId,
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type AuditFilters,
  type AuditObjectType,
  RoomId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Statement, statement, type Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

export type AuditToWrite = {
  accountId: AccountId
  actorId: UserId
  action: AuditAction
  objectType: AuditObjectType
  objectId: string
  details?: AuditDetails
}

/** Writes an audit entry in the transaction of the action, so that neither exists without the other. */
export async function writeAudit(trx: Transaction, entry: AuditToWrite): Promise<void> {
  await trx.insertInto('audit_entry').values(asRow(entry)).execute()
}

/** The same as a statement that is sent with others. */
export const auditing = (entry: AuditToWrite): Statement => {
  const row = asRow(entry)
  return statement(sql`
    insert into audit_entry (account_id, actor_id, action, object_type, object_id, details)
    values (${row.account_id}, ${row.actor_id}, ${row.action}, ${row.object_type}, ${row.object_id}, ${row.details}::jsonb)`)
}

const asRow = (entry: AuditToWrite) => ({
  account_id: entry.accountId,
  actor_id: entry.actorId,
  action: entry.action,
  object_type: entry.objectType,
  object_id: entry.objectId,
  details: JSON.stringify(entry.details ?? {}),
})

/**
 * The same for reads, at most once per hour: an entry for each page of a log or part of a file would bury the important ones. Entries are
 * equal by `action`, actor and object.
 */
export async function writeAuditHourly(trx: Transaction, entry: AuditToWrite): Promise<void> {
  const row = asRow(entry)
  await sql`
    insert into audit_entry (account_id, actor_id, action, object_type, object_id, details)
    select ${row.account_id}, ${row.actor_id}, ${row.action}, ${row.object_type}, ${row.object_id}, ${row.details}::jsonb
    where not exists (
      select from audit_entry where account_id = ${row.account_id} and object_id = ${row.object_id}
        and actor_id = ${row.actor_id} and action = ${row.action} and at > now() - interval '1 hour')`.execute(
    trx,
  )
}

const entriesAtATime = 500

/** Writes several audit entries. */
export async function writeAudits(trx: Transaction, entries: readonly AuditToWrite[]): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtATime)
    await trx
      .insertInto('audit_entry')
      .values(entries.slice(start, start + entriesAtATime).map(asRow))
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

type AuditRow = Omit<AuditEntry, 'at' | 'roomName'> & { at: Date }

/**
 * Returns the names of the given rooms that the reader of the log may see, including deleted ones while they are kept. The log itself
 * stores only names of public rooms, so admins never learn the name of a private room from it.
 */
export type NamesOfRooms = (
  trx: Transaction,
  reader: Actor,
  roomIds: readonly RoomId[],
) => Promise<ReadonlyMap<RoomId, string>>

/** The room that an entry or its object belongs to. */
const roomOf = ({ objectType, objectId, details }: AuditRow): RoomId | null =>
  RoomId.safeParse(objectType === 'room' ? objectId : details['roomId']).data ?? null

/** Returns entries with the current names of people and rooms, newest first; `before` is the number of the last known entry. */
export async function readAudit(
  trx: Transaction,
  reader: Actor,
  filters: AuditFilters,
  page: { limit: number; offset?: number; before?: number | undefined; namesOfRooms: NamesOfRooms },
): Promise<AuditEntry[]> {
  const { limit, offset = 0, before, namesOfRooms } = page
  const found = await sql<AuditRow>`
    select audit_entry.id, at, actor_id as "actorId", actor.name as "actorName", actor.email as "actorEmail",
      action, object_type as "objectType", object_id as "objectId", person.name as "personName", details
    from audit_entry
    left join identity_user as actor on actor.id = actor_id
    left join identity_user as person
      on person.id = case when object_type = 'member' then object_id else details ->> 'userId' end
    where ${matching(reader.accountId, filters)} ${before === undefined ? sql`` : sql`and audit_entry.id < ${before}`}
    order by audit_entry.id desc limit ${limit} offset ${offset}`.execute(trx)
  const rooms = found.rows.map(roomOf)
  const names = await namesOfRooms(trx, reader, [...new Set(rooms.filter((id) => id !== null))])
  return found.rows.map((row, index) => {
    const roomId = rooms[index] ?? null
    return { ...row, at: row.at.toISOString(), roomName: roomId && (names.get(roomId) ?? null) }
  })
}

/** Returns the total number of entries over all pages of `readAudit`. */
export async function countAudit(
  trx: Transaction,
  accountId: AccountId,
  filters: AuditFilters,
): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where ${matching(accountId, filters)}`.execute(trx)
  return found.rows[0]?.count ?? 0
}
