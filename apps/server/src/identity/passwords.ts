import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { fail } from '../platform/failure.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Hashes by scrypt (RFC 7914) off the main thread; nothing of a long password is cut off. */
export { hashPassword }

/** Hash of nothing that anybody knows, so that the absence of a password takes as long as a wrong one. */
let hashOfNobody: Promise<string> | undefined

/** Whether the password is the one that was hashed; without a hash never, after the same work. */
export async function matchesPassword(hash: string | null, password: string): Promise<boolean> {
  hashOfNobody ??= hashPassword(crypto.randomUUID())
  const matches = await verifyPassword({ hash: hash ?? (await hashOfNobody), password })
  return hash !== null && matches
}

/** Ends the request for a password that everybody tries first. The contract has checked its form. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password))
    fail('PASSWORD_TOO_COMMON', {
      issues: [{ path: 'body.password', message: 'This password is among the most used ones.' }],
    })
}
