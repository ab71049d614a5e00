import { limits, type SignInProviderId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type PendingSignIns, createPendingSignIns } from './pending-sign-ins.ts'
import { type BrowserCookies, createBrowserCookies } from './browser-cookie.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'
import type { OpenIdProvider } from './providers.ts'

/** The dependencies of signing in through a provider. */
export type OpenId = {
  /** Returns the provider's client; SIGN_IN_METHOD_OFF when it is not set up. */
  client(id: SignInProviderId): ProviderClient
  pending: PendingSignIns
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
  /** The base path of the identity endpoints. */
  cookiePath: string
}): OpenId {
  const clients = new Map(
    providers.map((provider) => [provider.id, createProviderClient(provider, clock)] as const),
  )
  return {
    client: (id) => clients.get(id) ?? fail('SIGN_IN_METHOD_OFF'),
    pending: createPendingSignIns(database, clock),
    cookies: createBrowserCookies({
      siteUrl,
      path: `${cookiePath}/openid`,
      lifeSeconds: 2 * limits.openIdSignInSeconds,
    }),
  }
}
