import { type Language, limits, type SignInProviderId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { ProvenPerson } from './proven-person.ts'
import { hashOf } from './sign-in-secrets.ts'

/** The sign-in, and the secret that the requesting browser holds. */
export type Held = { state: string; browserToken: string }

/** A person who returned and still has to confirm their address, with their claims. */
export type Awaited = {
  person: ProvenPerson
  language: Language | null
  inviteToken: string | null
  /** The provider's ID token, encrypted under the browser's secret. */
  sealedIdToken: string | null
}

/** Started sign-ins, each valid once, in its browser, for ten minutes. */
export type PendingSignIns = {
  add(held: Held, provider: SignInProviderId): Promise<void>
  /** Uses a sign-in up; returns whether it existed. From another browser it stays valid for its own. */
  take(held: Held, provider: SignInProviderId): Promise<boolean>
  /** Stores the pending person until they have confirmed their address, for another ten minutes. */
  keepAwaited(
    transaction: Transaction,
    held: Held,
    provider: SignInProviderId,
    awaited: Awaited,
  ): Promise<void>
  /** Returns this browser's pending person; null when there is none. */
  awaited(held: Held): Promise<Awaited | null>
  /** The same, used up: of several concurrent requests one gets it. */
  takeAwaited(transaction: Transaction, held: Held): Promise<Awaited | null>
}

export function createPendingSignIns({ kysely }: Database, clock: Clock): PendingSignIns {
  const rowOf = ({ state, browserToken }: Held) => ({
    state_hash: hashOf(state),
    browser_hash: hashOf(browserToken),
  })
  const expiry = () => new Date(clock.now().getTime() + limits.openIdSignInSeconds * 1000)
  return {
    async add(held, provider) {
      await kysely.deleteFrom('identity_openid_sign_in').where('expires_at', '<=', clock.now()).execute()
      await kysely
        .insertInto('identity_openid_sign_in')
        .values({ ...rowOf(held), provider, awaited: null, expires_at: expiry() })
        .execute()
    },
    async take(held, provider) {
      const { state_hash, browser_hash } = rowOf(held)
      const taken = await kysely
        .deleteFrom('identity_openid_sign_in')
        .where('state_hash', '=', state_hash)
        .where('browser_hash', '=', browser_hash)
        .where('provider', '=', provider)
        .where('awaited', 'is', null)
        .where('expires_at', '>', clock.now())
        .returning('state_hash')
        .executeTakeFirst()
      return taken !== undefined
    },
    async keepAwaited(transaction, held, provider, awaited) {
      await transaction
        .insertInto('identity_openid_sign_in')
        .values({ ...rowOf(held), provider, awaited: JSON.stringify(awaited), expires_at: expiry() })
        .execute()
    },
    async awaited(held) {
      const { state_hash, browser_hash } = rowOf(held)
      const found = await kysely
        .selectFrom('identity_openid_sign_in')
        .select('awaited')
        .where('state_hash', '=', state_hash)
        .where('browser_hash', '=', browser_hash)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return found?.awaited ?? null
    },
    async takeAwaited(transaction, held) {
      const { state_hash, browser_hash } = rowOf(held)
      const taken = await transaction
        .deleteFrom('identity_openid_sign_in')
        .where('state_hash', '=', state_hash)
        .where('browser_hash', '=', browser_hash)
        .where('awaited', 'is not', null)
        .where('expires_at', '>', clock.now())
        .returning('awaited')
        .executeTakeFirst()
      return taken?.awaited ?? null
    },
  }
}
