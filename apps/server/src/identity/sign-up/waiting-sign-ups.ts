import { type Language, limits, type UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import { insertConfirmedPerson } from '../queries.ts'

/** The data of a pending sign-up; confirming the address makes it a user. */
export type WaitingSignUp = {
  email: string
  browserHash: string
  passwordHash: string
  firstName: string
  lastName: string
  language: Language | null
}

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/**
 * Pending sign-ups. Each belongs to its browser, and a code confirms only that one: signing up with another person's address
 * creates a separate one and doesn't change theirs.
 */
export type WaitingSignUps = {
  /** Stores a sign-up, replacing the same browser's earlier one for the address. */
  keep(transaction: Transaction, signUp: WaitingSignUp): Promise<void>
  find(database: Queryable, email: string, browserHash: string): Promise<WaitingSignUp | undefined>
  /** Returns the sign-up that a sign-in may resume: this browser's own, else the latest for the address. */
  toResume(email: string, browserHash: string | null): Promise<WaitingSignUp | undefined>
  /** Moves a sign-up to the browser that entered its password. */
  move(transaction: Transaction, signUp: WaitingSignUp, browserHash: string): Promise<void>
  /** Makes the sign-up a user who owns the address, and ends every other sign-up for it. */
  confirm(transaction: Transaction, signUp: WaitingSignUp): Promise<UserId>
  /** Ends every sign-up for the address: somebody has proved to own it. */
  end(transaction: Transaction, email: string): Promise<void>
}

const columns = [
  'email',
  'browser_hash as browserHash',
  'password_hash as passwordHash',
  'first_name as firstName',
  'last_name as lastName',
  'language',
] as const

export function createWaitingSignUps({ kysely }: Database, clock: Clock): WaitingSignUps {
  const end = async (transaction: Transaction, email: string) =>
    void (await transaction.deleteFrom('identity_sign_up').where('email', '=', email).execute())

  return {
    end,
    async keep(transaction, { email, browserHash, passwordHash, firstName, lastName, language }) {
      const now = clock.now()
      const row = {
        password_hash: passwordHash,
        first_name: firstName,
        last_name: lastName,
        language,
        created_at: now,
        expires_at: new Date(now.getTime() + limits.signUpWaitsSeconds * 1000),
      }
      await transaction.deleteFrom('identity_sign_up').where('expires_at', '<=', now).execute()
      await transaction
        .insertInto('identity_sign_up')
        .values({ email, browser_hash: browserHash, ...row })
        .onConflict((conflict) => conflict.columns(['email', 'browser_hash']).doUpdateSet(row))
        .execute()
    },
    find: (database, email, browserHash) =>
      database
        .selectFrom('identity_sign_up')
        .select(columns)
        .where('email', '=', email)
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst(),
    toResume: (email, browserHash) =>
      kysely
        .selectFrom('identity_sign_up')
        .select(columns)
        .where('email', '=', email)
        .where('expires_at', '>', clock.now())
        .orderBy((row) => row('browser_hash', '=', browserHash ?? ''), 'desc')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async move(transaction, { email, browserHash }, toBrowserHash) {
      if (browserHash === toBrowserHash) return
      await transaction
        .deleteFrom('identity_sign_up')
        .where('email', '=', email)
        .where('browser_hash', '=', toBrowserHash)
        .execute()
      await transaction
        .updateTable('identity_sign_up')
        .set({ browser_hash: toBrowserHash })
        .where('email', '=', email)
        .where('browser_hash', '=', browserHash)
        .execute()
    },
    async confirm(transaction, signUp) {
      await end(transaction, signUp.email)
      return await insertConfirmedPerson(transaction, signUp)
    },
  }
}
