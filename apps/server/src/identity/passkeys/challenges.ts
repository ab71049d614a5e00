import { createHash, randomBytes } from 'node:crypto'
import { limits, type UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'

/** WebAuthn challenges: valid once and for five minutes, those that add a passkey for one user only. */
export type PasskeyChallenges = {
  /** `userId`: the user who adds a passkey; null to sign in. */
  make(userId: UserId | null): Promise<string>
  /** Uses a challenge up; returns whether it was valid for this. */
  take(challenge: string, userId: UserId | null): Promise<boolean>
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('base64url')

export function createPasskeyChallenges({ kysely }: Database, clock: Clock): PasskeyChallenges {
  return {
    async make(userId) {
      const now = clock.now()
      const challenge = randomBytes(32).toString('base64url')
      await kysely.deleteFrom('identity_passkey_challenge').where('expires_at', '<=', now).execute()
      await kysely
        .insertInto('identity_passkey_challenge')
        .values({
          challenge_hash: hashOf(challenge),
          user_id: userId,
          expires_at: new Date(now.getTime() + limits.passkeyChallengeSeconds * 1000),
        })
        .execute()
      return challenge
    },
    async take(challenge, userId) {
      const taken = await kysely
        .deleteFrom('identity_passkey_challenge')
        .where('challenge_hash', '=', hashOf(challenge))
        .where('user_id', userId === null ? 'is' : '=', userId)
        .where('expires_at', '>', clock.now())
        .returning('challenge_hash')
        .executeTakeFirst()
      return taken !== undefined
    },
  }
}
