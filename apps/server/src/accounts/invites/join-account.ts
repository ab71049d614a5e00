import type { Account, AccountId, AccountRole, InviteId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  advisoryLock,
  type Database,
  inSystem,
  inTenant,
  retryable,
  type Transaction,
} from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { writeAudit } from '../audit.ts'
import {
  enterInvitedRoom,
  type InvitedRoom,
  type Landing,
  destinationOfMember,
  type RoomsForInvites,
} from './invited-room.ts'
import { hashOfToken } from './invite-token.ts'
import { linkState } from './invite-links.ts'
import { looksLikeMember } from '../members/look-alike-members.ts'
import { presentAccount } from '../present.ts'
import { accountOf } from '../queries.ts'
import type { Plans } from '../read-plans.ts'

export type Joined = { accountId: AccountId; planName: string; userId: UserId }

export type JoiningPorts = {
  database: Database
  plans: Plans
  mainApiUrl: string
  /** Other nouns' steps for a new member (their credits), in the transaction that adds them. */
  onJoined: readonly ((trx: Transaction, joined: Joined) => Promise<void>)[]
  rooms: RoomsForInvites
  /** Notifies the open browsers of everybody in the account that it has a new member. */
  onMembersChanged(accountId: AccountId): void
}

/** The account that a person joined, and where they land. */
export type JoinedAccount = Landing & { account: Account }

/** Accepts an invitation on the caller's accounts screen, by its id. */
export async function acceptInvite(
  ports: JoiningPorts,
  userId: UserId,
  inviteId: InviteId,
): Promise<JoinedAccount> {
  const found = await inSystem(ports.database, (trx) =>
    trx.selectFrom('invite').select('account_id as accountId').where('id', '=', inviteId).executeTakeFirst(),
  )
  if (!found) return fail('INVITE_NOT_VALID')
  return await join(ports, { accountId: found.accountId, userId }, (trx) =>
    redeemInvite(trx, { accountId: found.accountId, userId }, inviteId),
  )
}

/** Joins by the token of a public link or of a mailed invitation. */
export async function joinByToken(
  ports: JoiningPorts,
  userId: UserId,
  token: string,
): Promise<JoinedAccount> {
  const hash = hashOfToken(token)
  const found = await inSystem(ports.database, async (trx) => {
    const rows = await sql<{ accountId: AccountId; inviteId: InviteId | null }>`
      select account_id as "accountId", id as "inviteId" from invite where token_hash = ${hash}
      union all select account_id, null from invite_link where token_hash = ${hash}`.execute(trx)
    return rows.rows[0] ?? fail('INVITE_NOT_VALID')
  })
  const person = { accountId: found.accountId, userId }
  return await join(ports, person, (trx) =>
    found.inviteId ? redeemInvite(trx, person, found.inviteId) : useLink(trx, ports.rooms, person, hash),
  )
}

/** Joins an account that is open to its domain's confirmed addresses. */
export const joinForDomain = (
  ports: JoiningPorts,
  userId: UserId,
  accountId: AccountId,
): Promise<JoinedAccount> =>
  join(ports, { accountId, userId }, async (trx) => {
    await refuseRemoved(trx, { accountId, userId })
    const open = await sql`
      select from account join identity_user on identity_user.id = ${userId}
      where account.id = ${accountId} and email_verified
        and auto_join_domain = split_part(lower(identity_user.email), '@', 2)`.execute(trx)
    if (open.rows.length === 0) fail('INVITE_NOT_VALID')
    return { place: { role: 'member', status: 'JOINED' }, room: noRoom }
  })

type Person = { accountId: AccountId; userId: UserId }
type Place = { role: AccountRole; status: 'JOINED' | 'ACCEPTED' }
/** The result of redeeming an invitation; for an existing member, only where they land. */
type Entitlement = { place: Place; room: InvitedRoom } | { place: null; landing: Landing }
const noRoom: InvitedRoom = { roomId: null, inviterId: null }

/**
 * Makes a person a member as `redeem` allows, or changes nothing. Role, account and room come from the database, never from the
 * request.
 */
async function join(
  ports: JoiningPorts,
  person: Person,
  redeem: (trx: Transaction) => Promise<Entitlement>,
): Promise<JoinedAccount> {
  const { accountId, userId } = person
  const joined = await retryable(() =>
    inTenant(ports.database, person, async (trx) => {
      const account = await trx
        .selectFrom('account')
        .select('plan_name as planName')
        .where('id', '=', accountId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!account) return fail('INVITE_NOT_VALID')
      const entitled = await redeem(trx)
      const { place } = entitled
      if (place && (await insertMembership(trx, person, place))) {
        // Concurrent joins wait for each other, so that of two look-alike names the second is refused.
        await advisoryLock(trx, `names of members in ${accountId}`)
        if (await looksLikeMember(trx, userId, [accountId])) fail('NAME_LOOKS_LIKE_MEMBER')
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
      const landing =
        entitled.place === null
          ? entitled.landing
          : await enterInvitedRoom(trx, ports.rooms, person, entitled.room)
      const joinedAccount = (await accountOf(trx, accountId, userId)) ?? fail('INVITE_NOT_VALID')
      return { account: presentAccount(joinedAccount, ports), ...landing }
    }),
  )
  ports.onMembersChanged(person.accountId)
  if (joined.roomId !== null) ports.rooms.onRoomJoined(person)
  return joined
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

/** Uses an invitation once, for the person whose confirmed address it was sent to. */
async function redeemInvite(trx: Transaction, person: Person, inviteId: InviteId): Promise<Entitlement> {
  await requireInviteFor(trx, person, inviteId)
  const redeemed = await sql<{ role: 'admin' | 'member' } & InvitedRoom>`
    update invite set state = 'accepted', settled_at = now()
    where account_id = ${person.accountId} and id = ${inviteId} and state = 'pending' and expires_at > now()
    returning role, room_id as "roomId", invited_by as "inviterId"`.execute(trx)
  const { role, ...room } = redeemed.rows[0] ?? fail('INVITE_NOT_VALID')
  return { place: { role, status: 'ACCEPTED' }, room }
}

/** Throws unless the person has the confirmed address that the invitation was sent to. */
export async function requireInviteFor(
  trx: Transaction,
  { accountId, userId }: Person,
  inviteId: InviteId,
): Promise<void> {
  const found = await sql<{ isTheirs: boolean }>`
    select exists (select from identity_user where id = ${userId} and email_verified and lower(identity_user.email) = invite.email)
      as "isTheirs"
    from invite where account_id = ${accountId} and id = ${inviteId}`.execute(trx)
  const invite = found.rows[0] ?? fail('INVITE_NOT_VALID')
  if (!invite.isTheirs) fail('INVITE_FOR_ANOTHER_ADDRESS')
}

/** Counts a join by the link; refuses beyond its limit, even concurrently. Existing members don't count. */
async function useLink(
  trx: Transaction,
  rooms: RoomsForInvites,
  person: Person,
  hash: string,
): Promise<Entitlement> {
  const { accountId, userId } = person
  // The lock on the link's row serializes: later joins see the count and membership of earlier ones.
  const link = await sql<{ state: string } & InvitedRoom>`
    select ${linkState} as state, room_id as "roomId", created_by as "inviterId" from invite_link
    where account_id = ${accountId} and token_hash = ${hash} for update`.execute(trx)
  const member = await sql`
    select from membership where account_id = ${accountId} and user_id = ${userId} and status <> 'INVITED'`.execute(
    trx,
  )
  const { state, ...room } = link.rows[0] ?? fail('INVITE_NOT_VALID')
  if (member.rows.length > 0)
    return { place: null, landing: await destinationOfMember(trx, rooms, person, room) }
  if (state !== 'open') return fail('INVITE_NOT_VALID')
  await refuseRemoved(trx, person)
  await sql`
    update invite_link set use_count = use_count + 1
    where account_id = ${accountId} and token_hash = ${hash}`.execute(trx)
  return { place: { role: 'member', status: 'JOINED' }, room }
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
