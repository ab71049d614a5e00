import {
  type InvitedRole,
  type InviteLine,
  type InviteLineOutcome,
  type Language,
  limits,
  mintId,
  type SentInvite,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Mail, type QueuedMail, secondsUntilMail } from '../platform/mail.ts'
import { type Actor, requireAccountEditor } from './access.ts'
import { writeAudit } from './audit.ts'
import { inviteMail, inviteMailKind } from './invite-mail.ts'
import { hashOfToken, joinUrl, newToken } from './invite-token.ts'
import { readInviteLines } from './read-invite-lines.ts'

export type InvitePorts = {
  database: Database
  /** The address that people open, without a slash at its end. */
  siteUrl: string
  queueMail(trx: Transaction, mail: Mail): Promise<QueuedMail>
}

/** Why somebody is not invited; the words of the list's lines. */
type Refusal =
  | { outcome: Extract<InviteLineOutcome, 'already-a-member' | 'already-invited'> }
  | { outcome: Extract<InviteLineOutcome, 'too-many-mails'>; retryAfterSeconds: number }
type Outcome = { outcome: 'invited'; invite: SentInvite } | Refusal

/** A list is worked off in portions, each a transaction of its own: a lock on an address is not held for long. */
const linesAtATime = 50

/**
 * Invites one person by email, for admins; the mail is in the outbox with the commit. Who is a member or invited already is
 * refused, and an address gets at most `limits.mailsPerHourToOneAddress` such mails an hour, whoever asks for them.
 */
export async function inviteMember(
  ports: InvitePorts,
  actor: Actor,
  person: { email: string; role: InvitedRole },
): Promise<SentInvite> {
  return await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    await requireRoomForInvites(trx, actor, 1)
    const result = await invite(trx, ports, actor, person)
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

/**
 * Invites the people of a list: every line that is right, and tells of the others why not. With `preview` it only looks.
 */
export async function inviteMany(
  ports: InvitePorts,
  actor: Actor,
  { lines, role, preview }: { lines: readonly string[]; role: InvitedRole; preview: boolean },
): Promise<InviteLine[]> {
  const read = readInviteLines(lines, role)
  const valid = read.filter((line) => line.outcome === 'valid').toSorted(byAddress)
  for (let start = 0; start < valid.length || start === 0; start += linesAtATime)
    await inTenant(ports.database, actor, async (trx) => {
      await requireAccountEditor(trx, actor)
      if (start === 0 && !preview) await requireRoomForInvites(trx, actor, valid.length)
      for (const line of valid.slice(start, start + linesAtATime)) {
        const person = { email: line.email ?? '', role: line.role ?? role }
        line.outcome = preview
          ? ((await refusalOf(trx, actor, person.email))?.outcome ?? 'valid')
          : (await invite(trx, ports, actor, person)).outcome
      }
    })
  return read
}

// Two lists at once lock their addresses in one order, so that neither waits for the other in a circle.
const byAddress = (one: InviteLine, other: InviteLine) => ((one.email ?? '') < (other.email ?? '') ? -1 : 1)

async function invite(
  trx: Transaction,
  ports: InvitePorts,
  actor: Actor,
  { email, role }: { email: string; role: InvitedRole },
): Promise<Outcome> {
  const refusal = await refusalOf(trx, actor, email)
  if (refusal) return refusal
  const token = newToken()
  const row = await sql<{ id: SentInvite['inviteId']; expiresAt: Date }>`
    insert into invite (account_id, id, email, role, token_hash, invited_by, expires_at)
    values (${actor.accountId}, ${mintId('invite')}, ${email}, ${role}, ${hashOfToken(token)}, ${actor.userId}, ${expiry})
    on conflict (account_id, email) where state = 'pending' do update
      set role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
        sent_at = now(), expires_at = excluded.expires_at
    returning id, expires_at as "expiresAt"`.execute(trx)
  const { id, expiresAt } = row.rows[0] ?? fail('INTERNAL')
  await mailInvite(trx, ports, actor, email, token)
  await writeAudit(trx, {
    accountId: actor.accountId,
    actorId: actor.userId,
    action: 'invite.sent',
    objectType: 'invite',
    objectId: id,
    details: { email, role },
  })
  return {
    outcome: 'invited',
    invite: { inviteId: id, email, role: { name: role }, expiresAt: expiresAt.toISOString() },
  }
}

/** When an invitation that is sent now ends. */
export const expiry = sql`now() + make_interval(days => ${limits.inviteLifeDays})`

/** Locks the address for mails of invitations, so that what it finds stays true. */
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
  if ((pending.rows[0]?.count ?? 0) + more > limits.invitesPendingAtMost) fail('TOO_MANY_INVITES')
}

/** Puts the mail into the outbox: in the language of the invited if they are known, else of who invites them. */
export async function mailInvite(
  trx: Transaction,
  { siteUrl, queueMail }: InvitePorts,
  { accountId, userId }: Actor,
  email: string,
  token: string,
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
      inviter: displayName(first, last),
      accountName,
      url: joinUrl(siteUrl, token),
    }),
  )
}

/** First name and the last name's initial, as people are shown to those who do not know them yet. */
export const displayName = (first: string, last: string) =>
  [first, last && `${[...last][0]}.`].filter((part) => part !== '').join(' ')
