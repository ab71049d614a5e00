import type { AccountId, ToolServerId } from '@atrium/contract'
import type { Reach } from './client/connect.ts'
import { ToolServerFailure } from './client/tool-server-failure.ts'
import type { InstalledServer } from '../models/index.ts'
import type { Clock } from '../platform/clock.ts'
import { Secret } from '../platform/config/secret.ts'
import type { Database } from '../platform/database/index.ts'
import { createServiceFetch, type SafeFetch } from '../platform/egress/index.ts'
import type { Log } from '../platform/log.ts'
import { type SecretHeader, type ServerHeaders, serverHeaders } from './servers/server-headers.ts'

/** The dependencies of tool servers. */
export interface ToolServerPorts {
  database: Database
  clock: Clock
  log: Log
  headers: ServerHeaders
  /** The servers of the operator's configuration. */
  installed: readonly InstalledServer[]
  /** Fetches addresses that admins of accounts give. */
  safeFetch: SafeFetch
}

export const createToolServerPorts = ({
  secret,
  ...ports
}: Omit<ToolServerPorts, 'headers'> & { secret: Secret }): ToolServerPorts => ({
  ...ports,
  headers: serverHeaders(secret),
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

/** A stored server with everything that connecting needs. */
export type StoredReach = ServerPlace & {
  accountId: AccountId
  id: ToolServerId
  headersSealed: string | null
}

/** How to reach a stored server. Throws `ToolServerFailure`. */
export function reachOfStored(ports: ToolServerPorts, server: StoredReach): Reach {
  const headers = ports.headers.open(server, server.headersSealed)
  if (headers === null) throw new ToolServerFailure('SECRET_UNREADABLE')
  return reachOf(ports, server, headers)
}
