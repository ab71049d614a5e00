import type { AccountId, ChatId, Language, MentionId, RoomId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { namesOfRooms } from '../../rooms/index.ts'
import { questionOf, whereAsked } from './mentions.ts'
import { mentionMail } from './mention-mail.ts'

export type MentionMailPorts = {
  database: Database
  /** The public address of the site, without a trailing slash. */
  siteUrl: string
  now: () => Date
}

/** The local hours in which daily mail is sent. */
const morningHours = new Set([7, 8])

type Reader = { userId: UserId; email: string; language: Language | null }

/**
 * Mails unseen mentions (who, in which room) to people with daily mail (the profile's DAILY), in their morning and language:
 * mentions unseen for ten minutes, at most one mail in twenty hours. Returns how many mails were sent.
 */
export async function mailMentions({ database, siteUrl, now }: MentionMailPorts): Promise<number> {
  const due = await inSystem(database, async (trx) => readersIn(trx, await zonesWithMorning(trx, now())))
  let mailed = 0
  for (const reader of due) if (await inSystem(database, (trx) => mailTo(trx, reader, siteUrl))) mailed += 1
  return mailed
}

/** How long a mention stays unseen before it is mailed. */
const waiting = sql`
  mention.seen_at is null and mention.mailed_at is null and mention.mentioned_at < now() - interval '10 minutes'`

async function zonesWithMorning(trx: Transaction, now: Date): Promise<string[]> {
  const found = await sql<{ zone: string }>`
    select distinct coalesce(time_zone, 'UTC') as zone
    from mention join user_profile on user_profile.user_id = mention.person_id
    where ${waiting}`.execute(trx)
  return found.rows.map(({ zone }) => zone).filter((zone) => morningHours.has(hourIn(zone, now)))
}

function hourIn(zone: string, now: Date): number {
  try {
    return Number(
      new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(now),
    )
  } catch {
    // An unknown time zone falls back to UTC.
    return now.getUTCHours()
  }
}

async function readersIn(trx: Transaction, zones: readonly string[]): Promise<Reader[]> {
  if (zones.length === 0) return []
  const found = await sql<Reader>`
    select distinct identity_user.id as "userId", identity_user.email, user_profile.language
    from mention
    join identity_user on identity_user.id = mention.person_id
    join user_profile on user_profile.user_id = mention.person_id
    where ${waiting} and email_frequency = 'DAILY' and coalesce(time_zone, 'UTC') = any(${[...zones]}::text[])
      and not exists (
        select from mention as told
        where told.person_id = mention.person_id and told.mailed_at > now() - interval '20 hours')
    limit 1000`.execute(trx)
  return found.rows
}

type MentionRow = {
  accountId: AccountId
  id: MentionId
  roomId: RoomId
  name: string
  account: string
  chatId: ChatId
  turnId: TurnId | null
  isShared: boolean
}

/** Mails one reader; false when there is nothing left. The row lock makes sure that only one process mails it. */
async function mailTo(
  trx: Transaction,
  { userId, email, language }: Reader,
  siteUrl: string,
): Promise<boolean> {
  const found = await sql<MentionRow>`
    update mention set mailed_at = now()
    from account, identity_user, chat
    where mention.person_id = ${userId} and ${waiting} and account.id = mention.account_id
      and identity_user.id = mention.mentioned_by and account.deleted_at is null
      and chat.account_id = mention.account_id and chat.id = mention.chat_id
    returning mention.account_id as "accountId", mention.id, mention.room_id as "roomId", identity_user.name, account.name as account,
      ${whereAsked}`.execute(trx)
  const accountIds = [...new Set(found.rows.map(({ accountId }) => accountId))]
  const lines = []
  for (const accountId of accountIds) {
    const rows = found.rows.filter((row) => row.accountId === accountId)
    const rooms = await namesOfRooms(trx, { accountId, userId }, [
      ...new Set(rows.map(({ roomId }) => roomId)),
    ])
    for (const { roomId, name, account, ...asked } of rows) {
      const room = rooms.get(roomId)
      if (room !== undefined) lines.push({ name, room, account, question: questionOf(asked) })
    }
  }
  if (lines.length === 0) return false
  const mail = mentionMail({ email, language: language ?? 'en', siteUrl }, lines)
  return (await queueMail(trx, mail)).outcome === 'queued'
}
