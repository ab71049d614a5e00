import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'

export type CodePurpose = 'verify-email' | 'new-password' | 'openid-address'
export type Addressed = { email: string; purpose: CodePurpose }

/** Identifies a code by its browser. Each browser has a code of its own, with its own attempts. */
export type CodeKey = Addressed & { browserHash: string }

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/**
 * Returns the seconds until the next code may be sent; 0 for now. Counts the requests of this browser and, unless null, of its
 * network. Deletes outdated counts.
 */
export async function secondsToWait(
  transaction: Transaction,
  { email, purpose, browserHash }: CodeKey,
  networkHash: string | null,
  now: Date,
): Promise<number> {
  const hourAgo = new Date(now.getTime() - hourMs)
  const dayAgo = new Date(now.getTime() - dayMs)
  await transaction.deleteFrom('identity_code_sent').where('sent_at', '<=', dayAgo).execute()
  await transaction.deleteFrom('identity_code').where('expires_at', '<=', hourAgo).execute()
  const sentBy = async (column: 'browser_hash' | 'network_hash', value: string) =>
    (
      await transaction
        .selectFrom('identity_code_sent')
        .select('sent_at')
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .where(column, '=', value)
        .where('sent_at', '>', hourAgo)
        .orderBy('sent_at', 'desc')
        .limit(limits.codesPerHour)
        .execute()
    ).map(({ sent_at }) => sent_at.getTime())
  /** When the hour with the maximum of codes ends. */
  const hourEnds = (sent: number[]) => (sent.length === limits.codesPerHour ? (sent.at(-1) ?? 0) + hourMs : 0)

  const byBrowser = await sentBy('browser_hash', browserHash)
  const byNetwork = networkHash === null ? [] : await sentBy('network_hash', networkHash)
  const allowedAtMs = Math.max(
    (byBrowser[0] ?? 0) + limits.codeResendSeconds * 1000,
    hourEnds(byBrowser),
    hourEnds(byNetwork),
  )
  return Math.max(0, Math.ceil((allowedAtMs - now.getTime()) / 1000))
}

/**
 * Returns whether the codes of the last 24 hours would add up to too many guesses at 6 digits: codes for the address from
 * anywhere, or password resets from the network for anybody. 10 codes with 5 attempts each take 20,000 days to guess.
 */
export async function isUnderAttack(
  transaction: Transaction,
  { email, purpose, network_hash }: { email: string; purpose: CodePurpose; network_hash: string },
  now: Date,
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const counted = await sql<{ ofAddress: number; ofNetwork: number }>`
    select
      (select count(*)::int from (select from identity_code_sent where email = ${email} and sent_at > ${dayAgo}
        limit ${limits.shortCodesPerDay}) as sent) as "ofAddress",
      (select count(*)::int from (select from identity_code_sent where network_hash = ${network_hash}
        and purpose = 'new-password' and sent_at > ${dayAgo} limit ${limits.shortResetCodesPerNetworkAndDay}) as sent) as "ofNetwork"`.execute(
    transaction,
  )
  const { ofAddress = 0, ofNetwork = 0 } = counted.rows[0] ?? {}
  return (
    ofAddress >= limits.shortCodesPerDay ||
    (purpose === 'new-password' && ofNetwork >= limits.shortResetCodesPerNetworkAndDay)
  )
}
