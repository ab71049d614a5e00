import type { UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'

/** The browsers in which people have signed in before. */
export type KnownBrowsers = {
  /** Returns whether the address's owner has signed in in this browser before. */
  knows(email: string, browserHash: string | null): Promise<boolean>
  knowsUser(userId: UserId, browserHash: string | null): Promise<boolean>
  /** Records that the user signed in in this browser. */
  note(userId: UserId, browserHash: string): Promise<void>
}

/** A browser is forgotten after this time without use. */
const keptMs = 365 * 24 * 60 * 60 * 1000

export function createKnownBrowsers({ kysely }: Database, clock: Clock): KnownBrowsers {
  const youngest = () => new Date(clock.now().getTime() - keptMs)
  return {
    async knows(email, browserHash) {
      const found = await kysely
        .selectFrom('identity_known_browser')
        .innerJoin('identity_user', 'identity_user.id', 'identity_known_browser.user_id')
        .select('identity_user.id')
        .where((where) => where(where.fn('lower', ['identity_user.email']), '=', email))
        .where('browser_hash', '=', browserHash ?? '')
        .where('last_used_at', '>', youngest())
        .executeTakeFirst()
      return found !== undefined
    },
    async knowsUser(userId, browserHash) {
      const found = await kysely
        .selectFrom('identity_known_browser')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('browser_hash', '=', browserHash ?? '')
        .where('last_used_at', '>', youngest())
        .executeTakeFirst()
      return found !== undefined
    },
    async note(userId, browserHash) {
      const last_used_at = clock.now()
      await kysely
        .deleteFrom('identity_known_browser')
        .where('user_id', '=', userId)
        .where('last_used_at', '<=', youngest())
        .execute()
      await kysely
        .insertInto('identity_known_browser')
        .values({ user_id: userId, browser_hash: browserHash, last_used_at })
        .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ last_used_at }))
        .execute()
    },
  }
}
