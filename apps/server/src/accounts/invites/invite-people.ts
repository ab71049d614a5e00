import {
  type InvitedRole,
  type InviteLine,
  type InviteLineOutcome,
  type Language,
  limits,
  mintId,
  type RoomId,
  type SentInvite,
  shortName,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Mail, type QueuedMail, secondsUntilMail } from '../../platform/mail/mail.ts'
import { type Actor, lockAccountEditor } from '../access.ts'
import { writeAudit } from '../audit.ts'
import { inviteMail, inviteMailKind } from './invite-mail.ts'
import type { RoomsForInvites } from './invited-room.ts'
import { hashOfToken, joinUrl, newToken } from './invite-token.ts'
import { readInviteLines } from './read-invite-lines.ts'

export type InvitePorts = {
  database: Database
  /** The public address of the site, without a trailing slash. */
  siteUrl: string
  queueMail(trx: Transaction, mail: Mail): Promise<QueuedMail>
  rooms: RoomsForInvites
}

/** Reasons for not inviting an address, as the result lines name them. */
type Refusal =
  | { outcome: Extract<InviteLineOutcome, 'already-a-member' | 'already-invited'> }
  | { outcome: Extract<InviteLineOutcome, 'too-many-mails'>; retryAfterSeconds: number }
type Outcome = { outcome: 'invited'; invite: SentInvite } | Refusal

type Person = { email: string; role: InvitedRole; roomId?: RoomId | undefined }

/** Processes a list in batches, each in its own transaction, so that address locks are short. */
const linesAtATime = 50

/**
 * Invites one person by email, for admins; the commit puts the mail into the outbox. Refuses members and people with an open
 * invitation, and more than `limits.mailsPerHourToOneAddress` such mails per hour to one address, from all accounts together.
 */
export async function inviteMember(ports: InvitePorts, actor: Actor, person: Person): Promise<SentInvite> {
  return await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    await requireRoomForInvites(trx, actor, 1)
    const roomName = await nameOfRoom(trx, ports, actor, person.roomId)
    const result = await invite(trx, ports, actor, { ...person, roomName })
    switch (result.outcome) {
      case 'invited':
        return result.invite
      case 'already-a-member':
        return fail('ALREADY_A_MEMBER')
      case 'already-invited':
        return fail('ALREADY_INVITED')
      case 'too-many-mails':
        return fail('RATE_LIMITED', { retryAfterSeconds: result.retryAfterSeconds })
    }
  })
}

/** Invites all valid lines of a list, and returns the reason for each other line. With `preview` it sends nothing. */
export async function inviteMany(
  ports: InvitePorts,
  actor: Actor,
  {
    lines,
    role,
    roomId,
    preview,
  }: {
    lines: readonly string[]
    role: InvitedRole
    roomId?: RoomId | undefined
    preview: boolean
  },
): Promise<InviteLine[]> {
  const read = readInviteLines(lines, role)
  const valid = read.filter((line) => line.outcome === 'valid').toSorted(byAddress)
  for (let start = 0; start < valid.length || start === 0; start += linesAtATime)
    await inTenant(ports.database, actor, async (trx) => {
      await lockAccountEditor(trx, actor)
      if (start === 0 && !preview) await requireRoomForInvites(trx, actor, valid.length)
      const roomName = await nameOfRoom(trx, ports, actor, roomId)
      for (const line of valid.slice(start, start + linesAtATime)) {
        const person = { email: line.email ?? '', role: line.role ?? role, roomId, roomName }
        line.outcome = preview
          ? ((await refusalOf(trx, actor, person.email))?.outcome ?? 'valid')
          : (await invite(trx, ports, actor, person)).outcome
      }
    })
  return read
}

// Concurrent lists lock addresses in the same order, which prevents deadlocks.
const byAddress = (one: InviteLine, other: InviteLine) => ((one.email ?? '') < (other.email ?? '') ? -1 : 1)

/** The name of the room to invite to; throws unless the inviter may add people. Null without a room. */
async function nameOfRoom(trx: Transaction, { rooms }: InvitePorts, actor: Actor, roomId?: RoomId) {
  return roomId === undefined ? null : (await rooms.requireRoomToInviteTo(trx, actor, roomId)).name
}

async function invite(
  trx: Transaction,
  ports: InvitePorts,
  actor: Actor,
  { email, role, roomId, roomName }: Person & { roomName: string | null },
): Promise<Outcome> {
  const refusal = await refusalOf(trx, actor, email)
  if (refusal) return refusal
  const token = newToken()
  const row = await sql<{ id: SentInvite['inviteId']; expiresAt: Date }>`
    insert into invite (account_id, id, email, role, token_hash, invited_by, room_id, expires_at)
    values (${actor.accountId}, ${mintId('invite')}, ${email}, ${role}, ${hashOfToken(token)}, ${actor.userId},
      ${roomId ?? null}, ${expiry})
    on conflict (account_id, email) where state = 'pending' do update
      set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by, room_id = excluded.room_id,
        sent_at = now(), expires_at = excluded.expires_at
    returning id, expires_at as "expiresAt"`.execute(trx)
  const { id, expiresAt } = row.rows[0] ?? fail('INTERNAL')
  await mailInvite(trx, ports, actor, { email, token, roomName })
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: 'invite.sent',
    objectType: 'invite',
    objectId: id,
    details: { email, role, ...(roomId !== undefined && { roomId }) },
  })
  return {
    outcome: 'invited',
    invite: { inviteId: id, email, role: { name: role }, expiresAt: expiresAt.toISOString() },
  }
}

/** When an invitation sent now expires. */
export const expiry = sql`now() + make_interval(days => ${limits.inviteLifeDays})`

/**
 * Returns why an address can't be invited, after locking it for invitation mails, so that the result stays valid until the transaction
 * ends.
 */
async function refusalOf(trx: Transaction, { accountId }: Actor, email: string): Promise<Refusal | null> {
  const retryAfterSeconds = await secondsUntilMail(trx, { recipient: email, kind: inviteMailKind })
  const found = await sql<{ isMember: boolean; isInvited: boolean }>`
    select
      exists (select from membership join identity_user on identity_user.id = user_id
        where account_id = ${accountId} and lower(identity_user.email) = ${email} and status <> 'INVITED') as "isMember",
      exists (select from invite where account_id = ${accountId} and email = ${email} and state = 'pending'
        and expires_at > now()) as "isInvited"`.execute(trx)
  const { isMember, isInvited } = found.rows[0] ?? fail('INTERNAL')
  if (isMember) return { outcome: 'already-a-member' }
  if (isInvited) return { outcome: 'already-invited' }
  return retryAfterSeconds > 0 ? { outcome: 'too-many-mails', retryAfterSeconds } : null
}

async function requireRoomForInvites(trx: Transaction, { accountId }: Actor, more: number): Promise<void> {
  const pending = await sql<{ count: number }>`
    select count(*)::int as count from invite where account_id = ${accountId} and state = 'pending'`.execute(
    trx,
  )
  if ((pending.rows[0]?.count ?? 0) + more > limits.maxInvitesPending) fail('TOO_MANY_INVITES')
}

/** Puts the mail into the outbox: in the invited person's language if known, else in the inviter's. */
export async function mailInvite(
  trx: Transaction,
  { siteUrl, queueMail }: InvitePorts,
  { accountId, userId }: Actor,
  { email, token, roomName }: { email: string; token: string; roomName: string | null },
): Promise<void> {
  const found = await sql<{ accountName: string; first: string; last: string; language: Language | null }>`
    select account.name as "accountName", first_name as first, last_name as last,
      coalesce((select invited.language from identity_user join user_profile as invited on invited.user_id = identity_user.id
        where lower(identity_user.email) = ${email}), user_profile.language) as language
    from account cross join user_profile where account.id = ${accountId} and user_profile.user_id = ${userId}`.execute(
    trx,
  )
  const { accountName, first, last, language } = found.rows[0] ?? fail('NOT_FOUND')
  await queueMail(
    trx,
    inviteMail({
      email,
      language: language ?? 'en',
      inviter: shortName({ firstName: first, lastName: last }),
      accountName,
      roomName,
      url: joinUrl(siteUrl, token),
    }),
  )
}
