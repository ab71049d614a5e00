import type { Account, AccountId, AccountRole, InviteId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, inTenant, retryable, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { writeAudit } from './audit.ts'
import { hashOfToken } from './invite-token.ts'
import { linkState } from './invite-links.ts'
import { presentAccount } from './present.ts'
import { accountOf } from './queries.ts'
import type { Plans } from './read-plans.ts'

export type Joined = { accountId: AccountId; planName: string; userId: UserId }

export type JoiningPorts = {
  database: Database
  plans: Plans
  mainApiUrl: string
  /** What belongs to a new member by decision of other nouns (their credits), in the transaction that makes them one. */
  onJoined: readonly ((trx: Transaction, joined: Joined) => Promise<void>)[]
}

/** Accepts an invitation that is on the caller's accounts screen, by its id. */
export async function acceptInvite(
  ports: JoiningPorts,
  userId: UserId,
  inviteId: InviteId,
): Promise<Account> {
  const found = await inSystem(ports.database, (trx) =>
    trx.selectFrom('invite').select('account_id as accountId').where('id', '=', inviteId).executeTakeFirst(),
  )
  if (!found) return fail('INVITE_NOT_VALID')
  return await join(ports, { accountId: found.accountId, userId }, (trx) =>
    redeemInvite(trx, { accountId: found.accountId, userId }, inviteId),
  )
}

/** Joins by the token of a public link or of a mailed invitation. */
export async function joinByToken(ports: JoiningPorts, userId: UserId, token: string): Promise<Account> {
  const hash = hashOfToken(token)
  const found = await inSystem(ports.database, async (trx) => {
    const rows = await sql<{ accountId: AccountId; inviteId: InviteId | null }>`
      select account_id as "accountId", id as "inviteId" from invite where token_hash = ${hash}
      union all select account_id, null from invite_link where token_hash = ${hash}`.execute(trx)
    return rows.rows[0] ?? fail('INVITE_NOT_VALID')
  })
  const person = { accountId: found.accountId, userId }
  return await join(ports, person, (trx) =>
    found.inviteId ? redeemInvite(trx, person, found.inviteId) : useLink(trx, person, hash),
  )
}

/** Joins an account that takes everybody with a confirmed address of its domain. */
export const joinForDomain = (ports: JoiningPorts, userId: UserId, accountId: AccountId): Promise<Account> =>
  join(ports, { accountId, userId }, async (trx) => {
    await refuseRemoved(trx, { accountId, userId })
    const open = await sql`
      select from account join identity_user on identity_user.id = ${userId}
      where account.id = ${accountId} and email_verified
        and auto_join_domain = split_part(lower(identity_user.email), '@', 2)`.execute(trx)
    if (open.rows.length === 0) fail('INVITE_NOT_VALID')
    return { role: 'member', status: 'JOINED' }
  })

type Person = { accountId: AccountId; userId: UserId }
type Place = { role: AccountRole; status: 'JOINED' | 'ACCEPTED' }

/**
 * Makes somebody a member by what `redeem` finds them entitled to, or leaves it all undone. `redeem` gives null for somebody who
 * is a member already and needs nothing more. Role and account come from the database, never from the request.
 */
async function join(
  ports: JoiningPorts,
  person: Person,
  redeem: (trx: Transaction) => Promise<Place | null>,
): Promise<Account> {
  const { accountId, userId } = person
  return await retryable(() =>
    inTenant(ports.database, person, async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('plan_name as planName')
        .where('id', '=', accountId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!account) return fail('INVITE_NOT_VALID')
      const place = await redeem(trx)
      if (place && (await insertMembership(trx, person, place))) {
        for (const welcome of ports.onJoined)
          await welcome(trx, { accountId, userId, planName: account.planName })
        await writeAudit(trx, {
          accountId,
          actorId: userId,
          action: 'member.joined',
          objectType: 'member',
          objectId: userId,
          details: place,
        })
      }
      return presentAccount((await accountOf(trx, accountId, userId)) ?? fail('INVITE_NOT_VALID'), ports)
    }),
  )
}

async function insertMembership(trx: Transaction, { accountId, userId }: Person, place: Place) {
  const inserted = await trx
    .insertInto('membership')
    .values({ account_id: accountId, user_id: userId, ...place })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  await trx
    .deleteFrom('removed_member')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
  return inserted !== undefined
}

/** Uses an invitation up, for the person whose confirmed address it was sent to; once. */
async function redeemInvite(trx: Transaction, person: Person, inviteId: InviteId): Promise<Place> {
  await requireInviteFor(trx, person, inviteId)
  const redeemed = await sql<{ role: 'admin' | 'member' }>`
    update invite set state = 'accepted', settled_at = now()
    where account_id = ${person.accountId} and id = ${inviteId} and state = 'pending' and expires_at > now()
    returning role`.execute(trx)
  return { role: redeemed.rows[0]?.role ?? fail('INVITE_NOT_VALID'), status: 'ACCEPTED' }
}

/** Refuses everybody but the one person to whose confirmed address the invitation was sent. */
export async function requireInviteFor(
  trx: Transaction,
  { accountId, userId }: Person,
  inviteId: InviteId,
): Promise<void> {
  const found = await sql<{ isTheirs: boolean | null }>`
    select exists (select from identity_user where id = ${userId} and email_verified and lower(identity_user.email) = invite.email)
      as "isTheirs"
    from invite where account_id = ${accountId} and id = ${inviteId}`.execute(trx)
  const invite = found.rows[0] ?? fail('INVITE_NOT_VALID')
  if (!invite.isTheirs) fail('INVITE_FOR_ANOTHER_ADDRESS')
}

/** Counts one more who joins by the link; nobody beyond its limit, however many come at once. Members do not count. */
async function useLink(trx: Transaction, person: Person, hash: string): Promise<Place | null> {
  const { accountId, userId } = person
  // The link's row is the queue: whoever comes after sees the count, and the membership, of whoever came before.
  const link = await sql<{ state: string }>`
    select ${linkState} as state from invite_link
    where account_id = ${accountId} and token_hash = ${hash} for update`.execute(trx)
  const member = await sql`
    select from membership where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED'`.execute(
    trx,
  )
  if (member.rows.length > 0) return null
  if (link.rows[0]?.state !== 'open') return fail('INVITE_NOT_VALID')
  await refuseRemoved(trx, person)
  await sql`
    update invite_link set use_count = use_count + 1
    where account_id = ${accountId} and token_hash = ${hash}`.execute(trx)
  return { role: 'member', status: 'JOINED' }
}

async function refuseRemoved(trx: Transaction, { accountId, userId }: Person): Promise<void> {
  const removed = await trx
    .selectFrom('removed_member')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (removed) fail('NOT_A_MEMBER')
}
