import { type AccountId, type InviteId, mintId, type RoomId, type UserId } from '@atrium/contract'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'
import { insertMember, insertPerson, openTestAccount, type TestAccount } from './people.ts'

const inviteStates = ['pending', 'expired', 'accepted', 'declined', 'withdrawn'] as const
type InviteState = (typeof inviteStates)[number]

export type Crowd = {
  /** Another account, with an admin, members and rooms. */
  other: TestAccount & { adminId: UserId; memberId: UserId; roomIds: RoomId[] }
  /** A person who never accepted membership in the account under test. */
  invitedId: UserId
  /** Invitations of the account under test, to unique addresses. */
  invites: Record<InviteState, InviteId>
  /** Every row of the crowd, to compare before and after. */
  rows(): Promise<unknown>
}

/**
 * Rows that a test does not ask about, in the account under test and in another one, older than the test's own: a query that
 * lost one of its conditions finds or changes them. Nothing in it counts as a member, room or open link of the account under test.
 */
export async function addCrowd(database: Database, accountId: AccountId): Promise<Crowd> {
  const account = await openTestAccount(database)
  const [adminId, memberId] = [
    await insertMember(database, account.accountId, 'admin'),
    await insertMember(database, account.accountId),
  ]
  const other = { ...account, adminId, memberId, roomIds: await addRooms(database, account) }
  const invitedId = await insertPerson(database, 'Ivy Invited')
  for (const where of [accountId, other.accountId])
    await database.kysely
      .insertInto('membership')
      .values({ account_id: where, user_id: invitedId, role: 'admin', status: 'INVITED' })
      .execute()
  await addInvites(database, other.accountId)
  await addLinks(database, other.accountId)
  await addCredits(database, other.accountId, ['team', account.ownerId, adminId, memberId])
  const invites = await addInvites(database, accountId)
  return {
    other,
    invitedId,
    invites,
    rows: () =>
      rowsOf(database, other.accountId, { accountId, invitedId, inviteIds: Object.values(invites) }),
  }
}

async function addRooms(database: Database, { accountId, ownerId }: TestAccount): Promise<RoomId[]> {
  const roomIds = Array.from({ length: 4 }, () => mintId('room'))
  for (const [index, roomId] of roomIds.entries())
    await sql`
      insert into room (account_id, id, name, access_type, created_by, deleted_at)
      values (${accountId}, ${roomId}, ${`Crowd ${index}`}, ${index % 2 ? 'PRIVATE' : 'PUBLIC'}, ${ownerId},
        case when ${index}::int > 1 then now() end)`.execute(database.kysely)
  await sql`
    insert into room_member (account_id, room_id, user_id, membership_type)
    select account_id, id, ${ownerId}, 'OWNER' from room where account_id = ${accountId}`.execute(
    database.kysely,
  )
  return roomIds
}

async function addInvites(database: Database, accountId: AccountId): Promise<Record<InviteState, InviteId>> {
  const ids = inviteStates.map((state) => [state, mintId('invite')] as const)
  for (const [state, id] of ids) {
    const kept = state === 'expired' ? 'pending' : state
    await sql`
      insert into invite (account_id, id, email, role, token_hash, expires_at, state, settled_at)
      values (${accountId}, ${id}, ${`${id.slice(-12)}@crowd.example`}, 'admin', ${tokenHash()},
        now() + case when ${state === 'expired'} then interval '-1 day' else interval '1 day' end, ${kept},
        case when ${kept !== 'pending'} then now() end)`.execute(database.kysely)
  }
  return Object.fromEntries(ids) as Record<InviteState, InviteId>
}

async function addLinks(database: Database, accountId: AccountId): Promise<void> {
  for (const state of ['open', 'expired', 'revoked', 'used up'])
    await sql`
      insert into invite_link (account_id, id, token_hash, expires_at, revoked_at, use_limit, use_count)
      values (${accountId}, ${mintId('link')}, ${tokenHash()},
        now() + case when ${state === 'expired'} then interval '-1 day' else interval '1 day' end,
        case when ${state === 'revoked'} then now() end, 5, ${state === 'used up' ? 5 : 1})`.execute(
      database.kysely,
    )
}

/** Balances with an entry for them, and a hold that is open. */
async function addCredits(
  database: Database,
  accountId: AccountId,
  holders: readonly string[],
): Promise<void> {
  for (const holder of holders)
    await sql`
      with balance as (
        insert into credit_balance (account_id, holder, available_milli) values (${accountId}, ${holder}, 7000))
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      values (${accountId}, ${holder}, 'grant', 7000, 'grant:crowd')`.execute(database.kysely)
}

const tokenHash = () => mintId('message').slice(-36).padEnd(43, 'x')

async function rowsOf(
  database: Database,
  otherId: AccountId,
  mine: { accountId: AccountId; invitedId: UserId; inviteIds: InviteId[] },
): Promise<unknown> {
  const tables = ['account', 'membership', 'room', 'room_member', 'invite', 'invite_link'] as const
  const credits = ['credit_balance', 'credit_entry', 'credit_hold'] as const
  const found = await Promise.all(
    [...tables, ...credits].map((table) =>
      sql`select ${table} as "table", to_jsonb(one) as row from ${sql.table(table)} as one
        where ${table === 'account' ? sql`id` : sql`account_id`} = ${otherId}
        order by to_jsonb(one)::text`.execute(database.kysely),
    ),
  )
  const here = await sql`
    select to_jsonb(invite) as row from invite where account_id = ${mine.accountId} and id = any(${mine.inviteIds})
    union all
    select to_jsonb(membership) from membership
      where account_id = ${mine.accountId} and user_id = ${mine.invitedId}
    order by 1`.execute(database.kysely)
  return [...found.flatMap(({ rows }) => rows), ...here.rows]
}
