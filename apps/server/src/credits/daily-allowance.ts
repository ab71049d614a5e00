import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'

/** Free provider calls per person and day (UTC). Generous for people, too little for programs. */
export const dailyAllowances = {
  /** Names of chats. */
  titles: 500,
  /** Summaries that a long conversation needs before its next question. */
  summaries: 300,
  /** Query embeddings. */
  questionVectors: 5_000,
  /** Passage embeddings. */
  passageVectors: 200_000,
  /** Scanned pages read by a model. */
  scannedPages: 2_000,
  /** Searches of the web. */
  webSearches: 200,
  /** Queries over spreadsheets, and exports of their results. */
  tableQueries: 1_000,
  /** Calls of tools of connected servers. */
  toolCalls: 500,
  /** Connection tests of providers and search services. */
  connectionTests: 300,
} as const
export type AllowanceKind = keyof typeof dailyAllowances

/** A person or, for work without a requester, their account. */
export type AllowanceHolder = UserId | AccountId

/** Counts provider calls about to be made; returns false and counts nothing when the day's allowance doesn't cover them. */
export async function takeAllowance(
  { kysely }: Pick<Database, 'kysely'>,
  { holder, kind, count = 1 }: { holder: AllowanceHolder; kind: AllowanceKind; count?: number },
): Promise<boolean> {
  const max = dailyAllowances[kind]
  if (count > max) return false
  const taken = await sql`
    insert into daily_allowance as allowance (holder, kind, day, used)
    values (${holder}, ${kind}, (now() at time zone 'utc')::date, ${count})
    on conflict (holder, kind, day) do update set used = allowance.used + excluded.used
      where allowance.used + excluded.used <= ${max}
    returning used`.execute(kysely)
  return taken.rows.length > 0
}

/** Deletes the counts of earlier days. */
export async function forgetAllowances({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from daily_allowance where day < (now() at time zone 'utc')::date`.execute(kysely)
}
