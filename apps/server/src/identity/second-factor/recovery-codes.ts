import { createHmac, randomBytes } from 'node:crypto'
import { limits, type UserId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { base32 } from './totp.ts'

/** 50 bits each, in lower-case letters and digits that cannot be confused. */
const characters = 10

/** Keyed and bound to its user: a stolen table can be neither searched nor used for another person. */
export const hashOfRecoveryCode = (key: Buffer, userId: UserId, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['recovery code', userId, code]))
    .digest('base64url')

/** Replaces the recovery codes by ten new ones; returns them, and they are never shown again. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  key: Buffer,
  userId: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () =>
    base32(randomBytes(7)).toLowerCase().slice(0, characters),
  )
  await transaction.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('identity_recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(key, userId, code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, characters / 2)}-${code.slice(characters / 2)}`)
}
