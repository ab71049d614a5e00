import type { Addressed, CodeKey } from './code-limits.ts'
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Database, advisoryLock, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { isUnderAttack, secondsToWait } from './code-limits.ts'
import { networkOf } from '../network.ts'

/** Who requests a code. In a browser that the person has used before, only their own requests count. */
export type CodeRequest = CodeKey & {
  ip: string
  isKnownBrowser: boolean
  /** Whether the code is mailed; an unsent one must not block the next. */
  isMailed: boolean
}

/** The result of requesting a code: `code` only when it is to be sent now; `shared` when the last mailed code works here. */
export type NewCode = { resendAfterSeconds: number; codeDigits: number } & (
  | { outcome: 'made'; code: string }
  | { outcome: 'shared' }
  | { outcome: 'wait' }
)

export type Codes = {
  /**
   * Replaces this browser's code: at most once in 60 s and 5 per hour for an address, purpose and browser, and 5 per hour for an
   * address, purpose and network. Independent of whether the address exists, so that requests look the same from outside. After
   * too many requests by strangers (`isUnderAttack`), the code is long and works in every browser that requested it: many browsers
   * can't guess it, and cause no more mails than one.
   */
  make(transaction: Transaction, request: CodeRequest): Promise<NewCode>
  /** Uses one attempt; returns whether the code is right, not expired and had attempts left. */
  isRight(key: CodeKey, code: string): Promise<boolean>
  /** Uses up a right code; of several requests one succeeds, the others fail with CODE_NOT_ACCEPTED. */
  use(transaction: Transaction, key: CodeKey, code: string): Promise<void>
  /** Invalidates one code in this browser. */
  discardOne(transaction: Transaction, key: CodeKey): Promise<void>
  /** Invalidates every code of an address. */
  discard(transaction: Transaction, email: string): Promise<void>
}

const hourMs = 60 * 60 * 1000
/** Placeholder of the browser for a long code; no browser has it. */
const everyBrowser = ''

/**
 * Mailed codes: hashed, valid for 10 minutes. A 6-digit code is invalid after 5 wrong attempts; a 12-digit one can't be guessed,
 * so its attempts are unlimited.
 */
export function createCodes(database: Database, hashKey: Buffer, clock: Clock): Codes {
  const hashOfNetwork = (ip: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify(['network', networkOf(ip)]))
      .digest('base64url')
  const hashOf = ({ email, purpose }: Addressed, code: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([purpose, email, code]))
      .digest('base64url')

  /** Returns whether a code for every browser has at least half of its time left. */
  const isSharedFresh = async (transaction: Transaction, { email, purpose }: Addressed) =>
    (await transaction
      .selectFrom('identity_code')
      .select('email')
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('browser_hash', '=', everyBrowser)
      .where('expires_at', '>', new Date(clock.now().getTime() + (limits.codeLifeSeconds * 1000) / 2))
      .executeTakeFirst()) !== undefined

  /** The code of this browser, with one attempt used. Counts first, so that concurrent guesses each count. */
  const tryOwn = (to: CodeKey) =>
    database.kysely
      .updateTable('identity_code')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('email', '=', to.email)
      .where('purpose', '=', to.purpose)
      .where('browser_hash', '=', to.browserHash)
      .where('browser_hash', '<>', everyBrowser)
      .where('tries', '<', limits.codeTries)
      .where('expires_at', '>', clock.now())
      .returning('code_hash')
      .executeTakeFirst()

  /** The long code of the address, if this browser requested one in the last hour. */
  const findShared = (to: CodeKey) =>
    database.kysely
      .selectFrom('identity_code')
      .select('code_hash')
      .where('email', '=', to.email)
      .where('purpose', '=', to.purpose)
      .where('browser_hash', '=', everyBrowser)
      .where('expires_at', '>', clock.now())
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('identity_code_sent')
            .select('email')
            .where('email', '=', to.email)
            .where('purpose', '=', to.purpose)
            .where('browser_hash', '=', to.browserHash)
            .where('browser_hash', '<>', everyBrowser)
            .where('sent_at', '>', new Date(clock.now().getTime() - hourMs)),
        ),
      )
      .executeTakeFirst()

  return {
    async make(transaction, { ip, isKnownBrowser, isMailed, ...key }) {
      const to = { email: key.email, purpose: key.purpose }
      const now = clock.now()
      await advisoryLock(transaction, `identity: codes for ${to.email}`)
      const network_hash = hashOfNetwork(ip)
      const waitSeconds = await secondsToWait(transaction, key, isKnownBrowser ? null : network_hash, now)
      const isLong = !isKnownBrowser && (await isUnderAttack(transaction, { ...to, network_hash }, now))
      const codeDigits = isLong ? limits.longCodeDigits : limits.codeDigits
      if (waitSeconds > 0) return { outcome: 'wait', resendAfterSeconds: waitSeconds, codeDigits }

      await transaction
        .insertInto('identity_code_sent')
        .values({ ...to, browser_hash: key.browserHash, network_hash, sent_at: now })
        .execute()
      const resendAfterSeconds = limits.codeResendSeconds
      if (isLong && (!isMailed || (await isSharedFresh(transaction, to))))
        return { outcome: 'shared', resendAfterSeconds, codeDigits }

      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
      const row = {
        code_hash: hashOf(to, code),
        tries: 0,
        sent_at: now,
        expires_at: new Date(now.getTime() + limits.codeLifeSeconds * 1000),
      }
      await transaction
        .insertInto('identity_code')
        .values({ ...to, browser_hash: isLong ? everyBrowser : key.browserHash, ...row })
        .onConflict((conflict) => conflict.columns(['email', 'purpose', 'browser_hash']).doUpdateSet(row))
        .execute()
      return { outcome: 'made', code, resendAfterSeconds, codeDigits }
    },

    async isRight(to, code) {
      const own = await tryOwn(to)
      const shared = await findShared(to)
      const given = Buffer.from(hashOf(to, code))
      return [own, shared].reduce((isRight, found) => {
        const kept = Buffer.from(found?.code_hash ?? hashOf(to, 'no code'))
        return (timingSafeEqual(given, kept) && found !== undefined) || isRight
      }, false)
    },

    async use(transaction, to, code) {
      const used = await transaction
        .deleteFrom('identity_code')
        .where('email', '=', to.email)
        .where('purpose', '=', to.purpose)
        .where('browser_hash', 'in', [to.browserHash, everyBrowser])
        .where('code_hash', '=', hashOf(to, code))
        .returning('email')
        .executeTakeFirst()
      if (!used) fail('CODE_NOT_ACCEPTED')
    },

    async discardOne(transaction, { email, purpose, browserHash }) {
      const discarded = await transaction
        .deleteFrom('identity_code')
        .where('email', '=', email)
        .where('purpose', '=', purpose)
        .where('browser_hash', '=', browserHash)
        .returning('email')
        .executeTakeFirst()
      // A long code stays valid for other browsers; this one has requested none.
      if (!discarded)
        await transaction
          .updateTable('identity_code_sent')
          .set({ browser_hash: everyBrowser })
          .where('email', '=', email)
          .where('purpose', '=', purpose)
          .where('browser_hash', '=', browserHash)
          .execute()
    },

    async discard(transaction, email) {
      await transaction.deleteFrom('identity_code').where('email', '=', email).execute()
    },
  }
}
