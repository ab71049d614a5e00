import { randomBytes, timingSafeEqual } from 'node:crypto'
import { fail } from '../../platform/failure.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deriveKey, type HashTurn } from './hash-threads.ts'

export type Passwords = {
  /** Hashes a password by scrypt, without truncating it. */
  hash(password: string, turn: HashTurn): Promise<string>
  /** Whether the password matches the hash; false without a hash, after the same time. */
  matches(hash: string | null, password: string, turn: HashTurn): Promise<boolean>
}

/** Salt and key of no password, so that an unknown address takes as long as a wrong password. */
const hashOfNobody = `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`

/** scrypt's cost `N` (RFC 7914) of the product: 32 MiB and about a tenth of a second per password. */
const productCost = 16_384

/** Hashes of another cost do not match: only tests, which sign up thousands of people, have a smaller one. */
export const createPasswords = (cost: number): Passwords => ({
  async hash(password, turn) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await deriveKey(turn, { password, salt, cost })}`
  },
  async matches(hash, password, turn) {
    const [salt = '', kept = ''] = (hash ?? hashOfNobody).split(':')
    const given = Buffer.from(await deriveKey(turn, { password, salt, cost }))
    return hash !== null && given.length === kept.length && timingSafeEqual(given, Buffer.from(kept))
  },
})

export const passwords = createPasswords(productCost)

/** Refuses a very common password. The contract has checked its form. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password))
    fail('PASSWORD_TOO_COMMON', {
      issues: [{ path: 'body.password', message: 'This password is among the most used ones.' }],
    })
}
