import {
  type AccountId,
  type AccountRole,
  type InviteId,
  type PendingInvite,
  shortName,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { writeAudit } from '../audit.ts'
import { linkState } from './invite-links.ts'
import { type InvitedRoom, nameOfInvitedRoom, type RoomsForInvites } from './invited-room.ts'
import { hashOfToken } from './invite-token.ts'
import { requireInviteFor } from './join-account.ts'
import { logoUrlOf } from '../present.ts'

type Ports = { database: Database; mainApiUrl: string; rooms: RoomsForInvites }

type OfferRow = InvitedRoom & {
  inviteId: InviteId | null
  accountId: AccountId
  accountName: string
  logoFilename: string | null
  first: string | null
  last: string | null
  memberCount: number
  role: AccountRole
  expiresAt: Date | null
}

const membersOfAccount = sql`(select count(*)::int from membership as anyone
  where anyone.account_id = account.id and anyone.status <> 'INVITED')`

/**
 * Returns what the person may join, newest first: accounts that invited their confirmed address, then accounts open to their
 * domain that have not removed them. Reads across accounts, as the system.
 */
export async function listInvites(
  { database, mainApiUrl, rooms }: Ports,
  userId: UserId,
): Promise<PendingInvite[]> {
  const found = await inSystem(database, async (trx) => {
    const offers = await sql<OfferRow>`
      with me as (select lower(email) as email from identity_user where id = ${userId} and email_verified),
      offer as (
        select invite.id as invite_id, account_id, role, expires_at, invited_by, sent_at, room_id
        from invite join me using (email) where state = 'pending' and expires_at > now()
        union all
        select null, account.id, 'member', null, null, null, null
        from account join me on auto_join_domain = split_part(me.email, '@', 2)
        where not exists (select from removed_member where account_id = account.id and user_id = ${userId})
          and not exists (select from invite where account_id = account.id and invite.email = me.email
            and state = 'pending' and expires_at > now()))
      select invite_id as "inviteId", account.id as "accountId", account.name as "accountName",
        account.logo_filename as "logoFilename", first_name as first, last_name as last,
        ${membersOfAccount} as "memberCount", offer.role, offer.expires_at as "expiresAt",
        offer.room_id as "roomId", offer.invited_by as "inviterId"
      from offer join account on account.id = offer.account_id
      left join user_profile on user_profile.user_id = invited_by
      where account.deleted_at is null and not exists (
        select from membership where account_id = account.id and user_id = ${userId} and status <> 'INVITED')
      order by sent_at desc nulls last, account.id limit 100`.execute(trx)
    const named: (OfferRow & { roomName: string | null })[] = []
    for (const row of offers.rows)
      named.push({ ...row, roomName: await nameOfInvitedRoom(trx, rooms, row.accountId, row) })
    return named
  })
  return found.map((row) => ({
    kind: row.inviteId ? 'email' : 'domain',
    inviteId: row.inviteId,
    accountId: row.accountId,
    accountName: row.accountName,
    logoUrl: logoUrlOf(row.logoFilename, mainApiUrl),
    inviterName: row.first === null ? null : shortName({ firstName: row.first, lastName: row.last }),
    roomName: row.roomName,
    memberCount: row.memberCount,
    role: { name: row.role },
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }))
}

/** Declines an invitation for good. Admins see it in the audit log. */
export async function declineInvite(database: Database, userId: UserId, inviteId: InviteId): Promise<void> {
  const found = await inSystem(database, (trx) =>
    trx.selectFrom('invite').select('account_id').where('id', '=', inviteId).executeTakeFirst(),
  )
  if (!found) return fail('INVITE_NOT_VALID')
  const person = { accountId: found.account_id, userId }
  await inTenant(database, person, async (trx) => {
    await requireInviteFor(trx, person, inviteId)
    const declined = await sql<{ email: string }>`
      update invite set state = 'declined', settled_at = now()
      where account_id = ${person.accountId} and id = ${inviteId} and state = 'pending' returning email`.execute(
      trx,
    )
    const { email } = declined.rows[0] ?? fail('INVITE_NOT_VALID')
    await writeAudit(trx, {
      accountId: person.accountId,
      actorId: userId,
      action: 'invite.declined',
      objectType: 'invite',
      objectId: inviteId,
      details: { email },
    })
  })
}

type Shown = Omit<OfferRow, 'inviteId' | 'role' | 'expiresAt'> & {
  kind: 'link' | 'email'
  expiresAt: Date
  email: string | null
  hasSignIn: boolean
}

/**
 * Returns what a token leads to, for anybody who has it; unknown and ended ones look alike. The holder of a mailed token reads
 * that mailbox, so they may know the address and whether it has a user account.
 */
export async function showInvite({ database, mainApiUrl, rooms }: Ports, token: string) {
  const hash = hashOfToken(token)
  const shown = await inSystem(database, async (trx) => {
    const found = await sql<Shown>`
      with offer as (
        select 'link' as kind, account_id, created_by as by, expires_at, null as email, room_id from invite_link
        where token_hash = ${hash} and ${linkState} = 'open'
        union all
        select 'email', account_id, invited_by, expires_at, email, room_id from invite
        where token_hash = ${hash} and state = 'pending' and expires_at > now())
      select kind, account_id as "accountId", room_id as "roomId", by as "inviterId", account.name as "accountName", account.logo_filename as "logoFilename", first_name as first,
        last_name as last, ${membersOfAccount} as "memberCount", expires_at as "expiresAt", offer.email,
        exists (select from identity_user where lower(identity_user.email) = offer.email) as "hasSignIn"
      from offer join account on account.id = account_id left join user_profile on user_profile.user_id = by
      where account.deleted_at is null`.execute(trx)
    const offer = found.rows[0] ?? fail('INVITE_NOT_VALID')
    return { ...offer, roomName: await nameOfInvitedRoom(trx, rooms, offer.accountId, offer) }
  })
  return {
    kind: shown.kind,
    accountName: shown.accountName,
    logoUrl: logoUrlOf(shown.logoFilename, mainApiUrl),
    inviterName: shown.first === null ? null : shortName({ firstName: shown.first, lastName: shown.last }),
    roomName: shown.roomName,
    memberCount: shown.memberCount,
    expiresAt: shown.expiresAt.toISOString(),
    recipient: shown.email === null ? null : { email: shown.email, hasSignIn: shown.hasSignIn },
  }
}

/**
 * Returns the address that an open invitation was mailed to, locked until the transaction ends: the holder of the token reads
 * that mailbox. Null for every other token, including public links, which prove nothing. Needs a system transaction.
 */
export async function invitedAddress(trx: Transaction, token: string): Promise<string | null> {
  const found = await sql<{ email: string }>`
    select invite.email from invite join account on account.id = account_id
    where token_hash = ${hashOfToken(token)} and state = 'pending' and expires_at > now() and account.deleted_at is null
    for update of invite`.execute(trx)
  return found.rows[0]?.email ?? null
}

/**
 * Returns whether an address may sign up where sign-up is by invitation: invited by email, of an account's domain, or following
 * an open public link.
 */
export async function isInvited(database: Database, email: string, inviteToken?: string): Promise<boolean> {
  const address = email.toLowerCase()
  const tokenHash = inviteToken === undefined ? null : hashOfToken(inviteToken)
  const found = await inSystem(database, (trx) =>
    sql`
      select from account where deleted_at is null and (
        auto_join_domain = ${address.slice(address.lastIndexOf('@') + 1)}
        or exists (select from invite where account_id = account.id and invite.email = ${address}
          and state = 'pending' and expires_at > now())
        or exists (select from invite_link where account_id = account.id and token_hash = ${tokenHash}
          and ${linkState} = 'open'))
      limit 1`.execute(trx),
  )
  return found.rows.length > 0
}
