import type { Language, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { markMentionsMailed } from '../../chats/index.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'
import { digestMail } from './digest-mail.ts'
import { morningIn } from './morning.ts'
import { isEmpty, readDigest } from './read-digest.ts'

export type DigestPorts = {
  database: Database
  /** The public address of the site, without a trailing slash. */
  siteUrl: string
  unsubscribe: Pick<UnsubscribeLinks, 'urlFor'>
  now: () => Date
  log: Log
}

type Reader = {
  userId: UserId
  email: string
  language: Language | null
  zone: string
  checkedAt: Date | null
}

const readersAtATime = 200
const hourMs = 60 * 60_000
/** How far a digest looks back: the first one a day, one after a long absence a week. */
const firstLookBackMs = 24 * hourMs
const maxLookBackMs = 7 * 24 * hourMs
/** Less than a day: for somebody who flies east, the next morning comes early. */
const minHoursBetween = 12

/**
 * Mails each person with daily mail their news, once in their morning and in their language; sends nothing without news.
 * Any number of processes may run it, at any time. Returns the number of mails.
 */
export async function sendDigests(ports: DigestPorts, signal?: AbortSignal): Promise<number> {
  const { database, log } = ports
  const now = ports.now()
  const mornings = await morningsNow(database, now)
  let sent = 0
  for (let after = ''; mornings.size > 0 && !signal?.aborted;) {
    const readers = await dueReaders(database, mornings, after)
    for (const reader of readers) {
      const day = mornings.get(reader.zone)
      if (day === undefined) continue
      try {
        if (await sendDigest(ports, reader, { day, now })) sent += 1
      } catch (error) {
        log.warn(
          { event: 'digest.failed', userId: reader.userId, err: error },
          'Could not send a digest; retrying in ten minutes',
        )
      }
    }
    if (readers.length < readersAtATime) return sent
    after = readers.at(-1)?.userId ?? ''
  }
  return sent
}

/** The time zones of people in which it is morning, each with its day. */
async function morningsNow(database: Database, now: Date): Promise<Map<string, string>> {
  const found = await inSystem(database, (trx) =>
    sql<{ zone: string }>`
      select distinct coalesce(time_zone, 'UTC') as zone from user_profile where email_frequency = 'DAILY'`.execute(
      trx,
    ),
  )
  const days = found.rows.map(({ zone }) => [zone, morningIn(zone, now)] as const)
  return new Map(days.filter((day): day is readonly [string, string] => day[1] !== null))
}

async function dueReaders(
  database: Database,
  mornings: ReadonlyMap<string, string>,
  after: string,
): Promise<Reader[]> {
  const found = await inSystem(database, (trx) =>
    sql<Reader>`
      select identity_user.id as "userId", identity_user.email, user_profile.language, morning.zone,
        mail_digest.checked_at as "checkedAt"
      from unnest(${[...mornings.keys()]}::text[], ${[...mornings.values()]}::date[]) as morning (zone, day)
      join user_profile on coalesce(time_zone, 'UTC') = morning.zone and email_frequency = 'DAILY'
      join identity_user on identity_user.id = user_profile.user_id and email_verified and suspended_at is null
      left join mail_digest on mail_digest.user_id = identity_user.id
      where identity_user.id > ${after} and (mail_digest.day is null or mail_digest.day < morning.day)
        and not exists (select from user_deletion where user_deletion.user_id = identity_user.id)
      order by identity_user.id limit ${readersAtATime}`.execute(trx),
  )
  return found.rows
}

/** Reads with the person's own rights; then claims the day and puts the mail into the outbox together. */
async function sendDigest(
  { database, siteUrl, unsubscribe }: DigestPorts,
  { userId, email, language, checkedAt }: Reader,
  { day, now }: { day: string; now: Date },
): Promise<boolean> {
  const sinceMs = checkedAt
    ? Math.max(checkedAt.getTime(), now.getTime() - maxLookBackMs)
    : now.getTime() - firstLookBackMs
  const digest = await readDigest(database, userId, new Date(sinceMs))
  return await inSystem(database, async (trx) => {
    if (!(await claimDay(trx, userId, { day, now })) || isEmpty(digest)) return false
    await markMentionsMailed(
      trx,
      userId,
      digest.mentions.map(({ mentionId }) => mentionId),
    )
    const to = {
      email,
      language: language ?? 'en',
      day,
      siteUrl,
      unsubscribeUrl: unsubscribe.urlFor(userId),
    }
    return (await queueMail(trx, digestMail(to, digest))).outcome === 'queued'
  })
}

/** Takes a person's day; false when another process has it, or they turned mail off meanwhile. */
async function claimDay(
  trx: Transaction,
  userId: UserId,
  { day, now }: { day: string; now: Date },
): Promise<boolean> {
  const claimed = await sql`
    insert into mail_digest (user_id, day, checked_at)
    select user_id, ${day}::date, ${now} from user_profile where user_id = ${userId} and email_frequency = 'DAILY'
    on conflict (user_id) do update set day = excluded.day, checked_at = excluded.checked_at
      where mail_digest.day < excluded.day
        and mail_digest.checked_at < excluded.checked_at - make_interval(hours => ${minHoursBetween})
    returning user_id`.execute(trx)
  return claimed.rows.length > 0
}
