import { type Language, limits, type SignInProviderId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { ProvenPerson } from './proven-person.ts'
import { hashOf } from './sign-in-secrets.ts'

/** Which sign-in, and what the browser that asks holds of it. */
export type Held = { state: string; browserToken: string }

/** Somebody who came back and still has to confirm their address, with what they brought. */
export type Awaited = { person: ProvenPerson; language: Language | null; inviteToken: string | null }

/** Sign-ins that were begun, each good once, in the browser that began it, for ten minutes. */
export type BegunSignIns = {
  add(held: Held, provider: SignInProviderId): Promise<void>
  /** Uses a sign-in up; whether it was there. In another browser it stays as it was, for the one that it belongs to. */
  take(held: Held, provider: SignInProviderId): Promise<boolean>
  /** Keeps who came back until they have confirmed their address; lasts ten minutes anew. */
  keepAwaited(
    transaction: Transaction,
    held: Held,
    provider: SignInProviderId,
    awaited: Awaited,
  ): Promise<void>
  /** Who came back in this browser and still has to confirm; null when nobody. */
  awaited(held: Held): Promise<Awaited | null>
  /** The same, used up: of several requests at once one gets it. */
  takeAwaited(transaction: Transaction, held: Held): Promise<Awaited | null>
}

export function createBegunSignIns({ kysely }: Database, clock: Clock): BegunSignIns {
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
