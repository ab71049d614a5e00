import type { BrowserSubscription, PushKind, SessionId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

/** All of these need a system transaction: subscriptions belong to people, not to accounts. */

type Session = { userId: UserId; sessionId: SessionId }

/** The notifications that a session's browser gets; null for none. */
export async function pushOf(
  trx: Transaction,
  { sessionId }: Pick<Session, 'sessionId'>,
): Promise<{ endpoint: string; kinds: PushKind[] } | null> {
  const found = await sql<{ endpoint: string; kinds: PushKind[] }>`
    select endpoint, kinds from push_subscription where session_id = ${sessionId}`.execute(trx)
  return found.rows[0] ?? null
}

/** Stores the notifications that a session's browser gets. A browser has one endpoint, whoever signs in: the newest session has it. */
export async function savePush(
  trx: Transaction,
  { userId, sessionId }: Session,
  {
    subscription: { endpoint, keys },
    kinds,
  }: { subscription: BrowserSubscription; kinds: readonly PushKind[] },
): Promise<void> {
  await sql`delete from push_subscription where endpoint = ${endpoint} and session_id <> ${sessionId}`.execute(
    trx,
  )
  await sql`
    insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, kinds)
    values (${sessionId}, ${userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${[...new Set(kinds)]}::text[])
    on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      kinds = excluded.kinds, changed_at = now()`.execute(trx)
}

export async function endPush(trx: Transaction, { sessionId }: Pick<Session, 'sessionId'>): Promise<void> {
  await sql`delete from push_subscription where session_id = ${sessionId}`.execute(trx)
}

/** Whether anybody wants notifications of this kind. */
export async function hasSubscribers(trx: Transaction, kind: PushKind): Promise<boolean> {
  const found = await sql<{ isWanted: boolean }>`
    select exists (select from push_subscription where ${kind} = any(kinds)) as "isWanted"`.execute(trx)
  return found.rows[0]?.isWanted ?? false
}

/** Returns those of these people who want notifications of this kind. */
export async function subscribersOf(
  trx: Transaction,
  kind: PushKind,
  people: readonly UserId[],
): Promise<UserId[]> {
  const found = await sql<{ userId: UserId }>`
    select distinct user_id as "userId" from push_subscription
    where user_id = any(${[...people]}::text[]) and ${kind} = any(kinds)`.execute(trx)
  return found.rows.map(({ userId }) => userId)
}

/** Returns the sessions of a person whose browsers get notifications of this kind. */
export async function subscribedSessions(
  trx: Transaction,
  kind: PushKind,
  userId: UserId,
): Promise<SessionId[]> {
  const found = await sql<{ sessionId: SessionId }>`
    select session_id as "sessionId" from push_subscription where user_id = ${userId} and ${kind} = any(kinds)`.execute(
    trx,
  )
  return found.rows.map(({ sessionId }) => sessionId)
}

/** Returns the subscription of a session that has not expired, with its person's language. */
export async function subscriptionToNotify(
  trx: Transaction,
  sessionId: SessionId,
): Promise<{ subscription: BrowserSubscription; language: string | null } | null> {
  const found = await sql<{ endpoint: string; p256dh: string; auth: string; language: string | null }>`
    select endpoint, p256dh, auth, user_profile.language
    from push_subscription
    join identity_session on identity_session.id = session_id and expires_at > now()
    left join user_profile on user_profile.user_id = push_subscription.user_id
    where session_id = ${sessionId}`.execute(trx)
  const [row] = found.rows
  if (!row) return null
  const { endpoint, p256dh, auth, language } = row
  return { subscription: { endpoint, keys: { p256dh, auth } }, language }
}

/** Notes that a person is notified of something; false when they were already. */
export async function claimPush(trx: Transaction, userId: UserId, subject: string): Promise<boolean> {
  const claimed = await sql`
    insert into push_sent (user_id, subject) values (${userId}, ${subject}) on conflict do nothing returning subject`.execute(
    trx,
  )
  return claimed.rows.length > 0
}

/** News is minutes old when somebody is notified of it; what was claimed a week ago can't come again. */
export async function forgetClaims(trx: Transaction): Promise<void> {
  await sql`delete from push_sent where sent_at < now() - interval '7 days'`.execute(trx)
}
