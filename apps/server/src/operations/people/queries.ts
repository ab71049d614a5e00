import type {
  AccountId,
  AccountRole,
  PeopleFilters,
  PersonChange,
  PersonState,
  UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Locks, writeSystemAudit } from '../../identity/index.ts'
import type { Transaction } from '../../platform/database/index.ts'

export type PersonRow = {
  id: UserId | null
  name: string
  email: string
  state: PersonState
  deletionAt: Date | null
  isDeletedBySystem: boolean
  suspendedReason: string | null
  signedUpAt: Date
  lastSeenAt: Date | null
  hasSecondFactor: boolean
  sessions: number
  isNamed: boolean
  isGranted: boolean
  accounts: { id: AccountId; name: string; role: AccountRole }[]
}

/** The scope of a query: people in ATRIUM_ADMINS, lockouts, and the current time. */
export type PeopleScope = { admins: readonly string[]; locks: Locks; now: Date }

const hashed = (text: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** Users that are not erased, and sign-ups that wait for their code as one person for each address. */
const people = ({ admins, locks, now }: PeopleScope) => {
  const locked = [...locks.keys()]
  const isLocked =
    locked.length === 0
      ? sql`false`
      : sql`(${hashed(sql`lower(email)`)} = any(${locked}::text[]) or ${hashed(sql`identity_user.id`)} = any(${locked}::text[]))`
  return sql`
    select identity_user.id, name, email, identity_user.created_at as signed_up_at, erase_at as deletion_at,
      coalesce(by_system, false) as is_deleted_by_system, suspended_reason,
      case when not email_verified then 'unconfirmed' when erase_at is not null then 'deletion-scheduled'
        when suspended_at is not null then 'suspended'
        when ${isLocked} then 'locked' else 'active' end as state,
      lower(email) = any(${[...admins]}::text[]) as is_named, system_admin.user_id is not null as is_granted,
      exists (select from identity_second_factor as factor
        where factor.user_id = identity_user.id and confirmed_at is not null) as has_second_factor
    from identity_user left join user_deletion on user_deletion.user_id = identity_user.id
      left join system_admin on system_admin.user_id = identity_user.id
    where user_deletion.erased_at is null
    union all
    select null, max(concat_ws(' ', first_name, last_name)), email, max(created_at), null, false, null, 'unconfirmed', false, false, false
    from identity_sign_up where expires_at > ${now}
      and not exists (select from identity_user where lower(identity_user.email) = lower(identity_sign_up.email))
    group by email`
}

function matching({ search = '', state, role, second_factor: factor }: PeopleFilters): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter((word) => word !== '')
  const conditions: (RawBuilder<unknown> | false | undefined)[] = [
    words.length > 0 &&
      sql`(id = ${search.trim()} or (${sql.join(
        words.map((word) => sql`strpos(fold_text(concat_ws(' ', name, email)), fold_text(${word})) > 0`),
        sql` and `,
      )}))`,
    state && sql`state = ${state}`,
    role === 'system-admin' && sql`(is_named or is_granted)`,
    role === 'owner' &&
      sql`exists (select from membership join account on account.id = account_id
        where membership.user_id = person.id and role = 'owner' and deleted_at is null)`,
    factor && sql`has_second_factor = ${factor === 'on'} and id is not null`,
  ]
  return sql.join([sql`true`, ...conditions.filter((condition) => !!condition)], sql` and `)
}

const inOrder = sql`order by lower(name), email`

/** Adds columns that only displayed rows need. Their accounts are those that they have joined. */
const detailed = (found: RawBuilder<unknown>, now: Date) => sql<PersonRow>`
  select id, name, email, state, deletion_at as "deletionAt", is_deleted_by_system as "isDeletedBySystem", suspended_reason as "suspendedReason", signed_up_at as "signedUpAt", is_named as "isNamed",
    is_granted as "isGranted", has_second_factor as "hasSecondFactor",
    greatest((select max(last_used_at) from identity_session where user_id = person.id),
      (select max(last_used_at) from identity_known_browser where user_id = person.id)) as "lastSeenAt",
    (select count(*)::int from identity_session where user_id = person.id and expires_at > ${now}) as sessions,
    coalesce((select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'role', role) order by lower(account.name))
      from membership join account on account.id = account_id
      where membership.user_id = person.id and status <> 'INVITED' and account.deleted_at is null), '[]') as accounts
  from (${found}) as person ${inOrder}`

/** Returns a page of matching people. Reads across accounts: needs a system transaction. */
export async function peoplePage(
  trx: Transaction,
  scope: PeopleScope,
  filters: PeopleFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<PersonRow[]> {
  const found = await detailed(
    sql`select * from (${people(scope)}) as person where ${matching(filters)} ${inOrder} limit ${limit} offset ${offset}`,
    scope.now,
  ).execute(trx)
  return found.rows
}

export async function countPeople(
  trx: Transaction,
  scope: PeopleScope,
  filters: PeopleFilters,
): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${people(scope)}) as person where ${matching(filters)}`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

/** One user, erased ones excepted. */
export async function personRow(
  trx: Transaction,
  scope: PeopleScope,
  userId: UserId,
): Promise<PersonRow | undefined> {
  const found = await detailed(
    sql`select * from (${people(scope)}) as person where id = ${userId}`,
    scope.now,
  ).execute(trx)
  return found.rows[0]
}

/** Records an action; without an actor it was a command on the server. */
export async function noteChange(
  trx: Transaction,
  change: { actorId: UserId | null; userId: UserId | null; action: PersonChange['action'] },
): Promise<void> {
  await writeSystemAudit(trx, {
    actorId: change.actorId,
    action: `person.${change.action}`,
    personId: change.userId,
  })
}

export type ChangeRow = Omit<PersonChange, 'at'> & { at: Date }

export async function lastChanges(trx: Transaction, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select at, substr(action, length('person.') + 1) as action, nullif(actor.name, '') as "actorName",
      nullif(person.name, '') as "personName"
    from system_audit_entry as entry left join identity_user as actor on actor.id = actor_id
      left join identity_user as person on person.id = person_id
    where action like 'person.%'
    order by entry.id desc limit ${limit}`.execute(trx)
  return rows
}
