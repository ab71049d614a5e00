import { createHmac, randomBytes } from 'node:crypto'
import { limits, type UserId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { base32 } from './totp.ts'

/** 50 bits each, in small letters and digits that cannot be mistaken for one another. */
const characters = 10

/** Keyed and bound to its user: a stolen table can neither be searched nor used for somebody else. */
export const hashOfRecoveryCode = (key: Buffer, userId: UserId, code: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['recovery code', userId, code]))
    .digest('base64url')

/** Makes ten codes in place of those there were; they are told here and never again. */
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
