import { limits, type SignInProviderId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type BegunSignIns, createBegunSignIns } from './begun-sign-ins.ts'
import { type BrowserCookies, createBrowserCookies } from './browser-cookie.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'
import type { OpenIdProvider } from './providers.ts'

/** What the verbs of signing in by a provider work with. */
export type OpenId = {
  /** The provider, spoken to; SIGN_IN_METHOD_OFF when it is not set up. */
  client(id: SignInProviderId): ProviderClient
  begun: BegunSignIns
  cookies: BrowserCookies
}

export function createOpenId({
  providers,
  database,
  clock,
  siteUrl,
  cookiePath,
}: {
  providers: OpenIdProvider[]
  database: Database
  clock: Clock
  siteUrl: string
  /** The path of the identity's endpoints. */
  cookiePath: string
}): OpenId {
  const clients = new Map(
    providers.map((provider) => [provider.id, createProviderClient(provider, clock)] as const),
  )
  return {
    client: (id) => clients.get(id) ?? fail('SIGN_IN_METHOD_OFF'),
    begun: createBegunSignIns(database, clock),
    cookies: createBrowserCookies({
      siteUrl,
      path: `${cookiePath}/openid`,
      lifeSeconds: 2 * limits.openIdSignInSeconds,
    }),
  }
}
