import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@atrium/contract'
import type { Clock } from '../platform/clock.ts'
import { type Database, advisoryLock, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

export type CodePurpose = 'verify-email' | 'new-password' | 'openid-address'
type Addressed = { email: string; purpose: CodePurpose }

/** What came of asking for a code: `code` only when one may be sent now. */
export type NewCode =
  | { outcome: 'made'; code: string; resendAfterSeconds: number }
  | { outcome: 'wait'; resendAfterSeconds: number }

export type Codes = {
  /**
   * Makes a code in place of the one before, at most once in 60 s and 5 an hour for an address and purpose. It does not
   * matter whether anybody has the address: asking looks the same from outside.
   */
  make(transaction: Transaction, to: Addressed): Promise<NewCode>
  /** Spends one try; whether the code is right, alive and had tries left. */
  isRight(to: Addressed, code: string): Promise<boolean>
  /** Uses up a right code; of several requests with it one gets through, the others end with CODE_NOT_ACCEPTED. */
  use(transaction: Transaction, to: Addressed, code: string): Promise<void>
  /** Makes codes of an address worthless. */
  discard(transaction: Transaction, email: string, purposes?: CodePurpose[]): Promise<void>
}

const hourMs = 60 * 60 * 1000

/** The 6-digit codes that are sent by mail: hashed, alive for 10 minutes, dead after 5 wrong tries. */
export function createCodes(database: Database, hashKey: Buffer, clock: Clock): Codes {
  const hashOf = ({ email, purpose }: Addressed, code: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([purpose, email, code]))
      .digest('base64url')

  return {
    async make(transaction, to) {
      const now = clock.now()
      await advisoryLock(transaction, `identity: codes for ${to.email}`)
      const waitSeconds = await secondsToWait(transaction, to, now)
      if (waitSeconds > 0) return { outcome: 'wait', resendAfterSeconds: waitSeconds }

      const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0')
      const row = {
        code_hash: hashOf(to, code),
        tries: 0,
        sent_at: now,
        expires_at: new Date(now.getTime() + limits.codeLifeSeconds * 1000),
      }
      await transaction
        .insertInto('identity_code')
        .values({ ...to, ...row })
        .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(row))
        .execute()
      await transaction
        .insertInto('identity_code_sent')
        .values({ ...to, sent_at: now })
        .execute()
      return { outcome: 'made', code, resendAfterSeconds: limits.codeResendSeconds }
    },

    async isRight(to, code) {
      // Counted by itself and first, so that guesses at the same moment are each counted, whatever becomes of the request.
      const tried = await database.kysely
        .updateTable('identity_code')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('email', '=', to.email)
        .where('purpose', '=', to.purpose)
        .where('tries', '<', limits.codeTries)
        .where('expires_at', '>', clock.now())
        .returning('code_hash')
        .executeTakeFirst()
      const given = Buffer.from(hashOf(to, code))
      const kept = Buffer.from(tried?.code_hash ?? hashOf(to, 'no code'))
      return timingSafeEqual(given, kept) && tried !== undefined
    },

    async use(transaction, to, code) {
      const used = await transaction
        .deleteFrom('identity_code')
        .where('email', '=', to.email)
        .where('purpose', '=', to.purpose)
        .where('code_hash', '=', hashOf(to, code))
        .returning('email')
        .executeTakeFirst()
      if (!used) fail('CODE_NOT_ACCEPTED')
    },

    async discard(transaction, email, purposes = ['verify-email', 'new-password', 'openid-address']) {
      await transaction
        .deleteFrom('identity_code')
        .where('email', '=', email)
        .where('purpose', 'in', purposes)
        .execute()
    },
  }
}

/** Seconds until the next code may be sent; 0 when now. What lies further back than it matters is forgotten on the way. */
async function secondsToWait(
  transaction: Transaction,
  { email, purpose }: Addressed,
  now: Date,
): Promise<number> {
  const hourAgo = new Date(now.getTime() - hourMs)
  await transaction.deleteFrom('identity_code_sent').where('sent_at', '<=', hourAgo).execute()
  await transaction.deleteFrom('identity_code').where('expires_at', '<=', hourAgo).execute()
  const sent = await transaction
    .selectFrom('identity_code_sent')
    .select('sent_at')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .orderBy('sent_at', 'desc')
    .limit(limits.codesPerHour)
    .execute()
  const last = sent[0]?.sent_at.getTime() ?? 0
  const first = sent.length === limits.codesPerHour ? (sent.at(-1)?.sent_at.getTime() ?? 0) : 0
  const allowedAt = Math.max(last + limits.codeResendSeconds * 1000, first + (first > 0 ? hourMs : 0))
  return Math.max(0, Math.ceil((allowedAt - now.getTime()) / 1000))
}
