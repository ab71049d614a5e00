import type { Database } from '../../platform/database/index.ts'
import type { HashTurn } from './hash-threads.ts'
import type { Passwords } from './passwords.ts'
import { findByEmail } from '../queries.ts'
import type { SignInMethod } from '../sign-in-method.ts'
import type { WaitingSignUp, WaitingSignUps } from '../sign-up/waiting-sign-ups.ts'

export type PasswordEvidence = { email: string; password: string; browserHash: string | null; turn: HashTurn }

/**
 * The built-in method: compares one password, whether the address is in use, pending or unknown, so that each takes the same
 * time.
 */
export const signInByPassword = (
  database: Database,
  signUps: WaitingSignUps,
  passwords: Passwords,
): SignInMethod<PasswordEvidence, WaitingSignUp> => ({
  async prove({ email, password, browserHash, turn }) {
    const user = await findByEmail(database.kysely, email)
    const waiting = await signUps.toResume(email, browserHash)
    const hash = user ? user.passwordHash : (waiting?.passwordHash ?? null)
    const matches = await passwords.matches(hash, password, turn)
    if (!matches) return { outcome: 'refused', userId: user?.userId ?? null }
    if (user) return { outcome: 'proven', userId: user.userId }
    return waiting ? { outcome: 'unconfirmed', waiting } : { outcome: 'refused', userId: null }
  },
})
