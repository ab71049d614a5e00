import type { UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { seal, unseal } from '../../platform/config/seal.ts'
import type { IdentityKeys } from '../keys.ts'
import { hashOfRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { newSecret, stepOfCode } from './totp.ts'

/** How a code was valid: as the authenticator's, or as a recovery code, with the number of remaining ones. */
export type Accepted = { by: 'authenticator' } | { by: 'recovery-code'; left: number }

export type SecondFactors = {
  isOn(userId: UserId): Promise<boolean>
  /** Since when it is on and how many recovery codes remain; null while it is off. */
  stateOf(userId: UserId): Promise<{ since: Date; recoveryCodesLeft: number } | null>
  /** Returns a new secret to set up, replacing an unconfirmed one. CONFLICT when the second factor is on. */
  begin(userId: UserId): Promise<Buffer>
  /** Turns it on if the code is right, and returns recovery codes; null if it is not. */
  confirm(transaction: Transaction, userId: UserId, code: string): Promise<string[] | null>
  /** Returns whether the code is valid now, and uses it up. */
  accept(userId: UserId, code: string): Promise<Accepted | null>
  renewRecoveryCodes(transaction: Transaction, userId: UserId): Promise<string[]>
  end(transaction: Transaction, userId: UserId): Promise<void>
}

/** Second factors: an authenticator's secret, encrypted at rest, and recovery codes, hashed. */
export function createSecondFactors(
  database: Database,
  keys: Pick<IdentityKeys, 'secondFactors' | 'codes'>,
  clock: Clock,
): SecondFactors {
  const contextOf = (userId: UserId) => `second factor of ${userId}`

  /** Claims the step of a right code by a conditional update: of several requests with one code, one succeeds. */
  const takeStep = async (
    queryable: Database['kysely'] | Transaction,
    userId: UserId,
    code: string,
    isConfirmed: boolean,
  ): Promise<boolean> => {
    const row = await queryable
      .selectFrom('identity_second_factor')
      .select('secret_sealed')
      .where('user_id', '=', userId)
      .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
      .executeTakeFirst()
    if (!row) return false
    const secret = unseal(row.secret_sealed, keys.secondFactors, contextOf(userId))
    if (secret === null) throw new Error('A second factor was encrypted under another ATRIUM_SECRET.')
    const step = stepOfCode(Buffer.from(secret, 'base64url'), code, clock.now())
    if (step === null) return false
    const taken = await queryable
      .updateTable('identity_second_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('secret_sealed', '=', row.secret_sealed)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst()
    return taken !== undefined
  }

  const countLeft = async (userId: UserId) => {
    const row = await database.kysely
      .selectFrom('identity_recovery_code')
      .select((select) => select.fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return row.left
  }

  const stateOf: SecondFactors['stateOf'] = async (userId) => {
    const row = await database.kysely
      .selectFrom('identity_second_factor')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    return row?.confirmed_at ? { since: row.confirmed_at, recoveryCodesLeft: await countLeft(userId) } : null
  }

  return {
    stateOf,
    isOn: async (userId) => (await stateOf(userId)) !== null,
    async begin(userId) {
      const secret = newSecret()
      const row = {
        secret_sealed: seal(secret.toString('base64url'), keys.secondFactors, contextOf(userId)),
        last_step: 0,
        created_at: clock.now(),
      }
      const pending = await database.kysely
        .insertInto('identity_second_factor')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet(row)
            .where('identity_second_factor.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst()
      if (!pending) fail('CONFLICT')
      return secret
    },
    async confirm(transaction, userId, code) {
      if (!(await takeStep(transaction, userId, code, false))) return null
      await transaction
        .updateTable('identity_second_factor')
        .set({ confirmed_at: clock.now() })
        .where('user_id', '=', userId)
        .execute()
      return await replaceRecoveryCodes(transaction, keys.codes, userId)
    },
    async accept(userId, code) {
      if (/^\d{6}$/.test(code))
        return (await takeStep(database.kysely, userId, code, true)) ? { by: 'authenticator' } : null
      const used = await inSystem(database, (transaction) =>
        transaction
          .updateTable('identity_recovery_code')
          .set({ used_at: clock.now() })
          .where('user_id', '=', userId)
          .where('code_hash', '=', hashOfRecoveryCode(keys.codes, userId, code))
          .where('used_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst(),
      )
      return used ? { by: 'recovery-code', left: await countLeft(userId) } : null
    },
    renewRecoveryCodes: (transaction, userId) => replaceRecoveryCodes(transaction, keys.codes, userId),
    async end(transaction, userId) {
      await transaction.deleteFrom('identity_second_factor').where('user_id', '=', userId).execute()
      await transaction.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute()
    },
  }
}
