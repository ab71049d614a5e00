import type { Reach } from './client/connect.ts'
import { ToolServerFailure } from './client/tool-server-failure.ts'
import type { InstalledServer } from '../models/index.ts'
import type { Clock } from '../platform/clock.ts'
import { Secret } from '../platform/config/secret.ts'
import type { Database } from '../platform/database/index.ts'
import { createServiceFetch, type SafeFetch } from '../platform/egress/index.ts'
import type { Log } from '../platform/log.ts'
import { type SecretHeader, type ServerHeaders, serverHeaders } from './servers/server-headers.ts'
import type { SignInTarget } from './sign-in/sign-in-fetch.ts'
import { type SignInSeals, signInSeals } from './sign-in/sign-in-seals.ts'

/** The dependencies of tool servers. */
export interface ToolServerPorts {
  database: Database
  clock: Clock
  log: Log
  headers: ServerHeaders
  seals: SignInSeals
  /** The redirect address for authorization servers, without the issuer's part. */
  redirectBase: string
  /** The servers of the operator's configuration. */
  installed: readonly InstalledServer[]
  /** Fetches addresses that admins of accounts give. */
  safeFetch: SafeFetch
}

export const createToolServerPorts = ({
  secret,
  siteUrl,
  ...ports
}: Omit<ToolServerPorts, 'headers' | 'seals' | 'redirectBase'> & {
  secret: Secret
  siteUrl: string
}): ToolServerPorts => ({
  ...ports,
  headers: serverHeaders(secret),
  seals: signInSeals(secret),
  redirectBase: `${siteUrl}/tool-sign-in`,
})

/** Where a server is, as stored or given. */
export type ServerPlace = { url: string | null; installedName: string | null }

/** How to reach a server. Throws `ToolServerFailure`. */
export function reachOf(
  { installed, safeFetch }: Pick<ToolServerPorts, 'installed' | 'safeFetch'>,
  { url, installedName }: ServerPlace,
  headers: readonly SecretHeader[],
): Reach {
  if (url !== null) return { kind: 'address', url, headers, fetch: safeFetch }
  const found = installed.find(({ name }) => name === installedName)
  if (!found) throw new ToolServerFailure('NOT_INSTALLED')
  const { reach } = found
  if (reach.kind === 'command') return reach
  const token = reach.key && { name: 'authorization', value: new Secret(`Bearer ${reach.key.reveal()}`) }
  return {
    kind: 'address',
    url: reach.url,
    headers: token ? [token] : headers,
    fetch: createServiceFetch(reach.url),
  }
}

/** The target of the sign-in to a server; null for a server without an address. */
export function signInTargetOf(
  ports: Pick<ToolServerPorts, 'installed' | 'safeFetch'>,
  place: ServerPlace,
): SignInTarget | null {
  const reach = reachOf(ports, place, [])
  return reach.kind === 'address' ? { url: reach.url, fetch: reach.fetch, safeFetch: ports.safeFetch } : null
}
