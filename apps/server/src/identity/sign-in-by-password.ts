import type { Database } from '../platform/database/index.ts'
import { matchesPassword } from './passwords.ts'
import { findByEmail } from './queries.ts'
import type { SignInMethod } from './sign-in-method.ts'

export type PasswordEvidence = { email: string; password: string }

/** The embedded method. An unknown address costs as much time as a wrong password. */
export const signInByPassword = (database: Database): SignInMethod<PasswordEvidence> => ({
  async prove({ email, password }) {
    const user = await findByEmail(database.kysely, email)
    const matches = await matchesPassword(user?.passwordHash ?? null, password)
    return user && matches
      ? { outcome: 'proven', userId: user.userId, emailVerified: user.emailVerified }
      : { outcome: 'refused' }
  },
})
