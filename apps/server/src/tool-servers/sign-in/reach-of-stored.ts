import type { AccountId, ToolServerId, UserId } from '@atrium/contract'
import type { Reach } from '../client/connect.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import { reachOf, type ServerPlace, signInTargetOf, type ToolServerPorts } from '../ports.ts'
import { accessTo } from './server-access.ts'

/** A stored server with everything that connecting needs. */
export type StoredReach = ServerPlace & {
  accountId: AccountId
  id: ToolServerId
  name: string
  headersSealed: string | null
  signIn: { hasTokens: boolean } | null
}

/** How to reach a stored server, with the account's sign-in. Throws `ToolServerFailure`. */
export function reachOfStored(ports: ToolServerPorts, userId: UserId, server: StoredReach): Reach {
  const headers = ports.headers.open(server, server.headersSealed)
  if (headers === null) throw new ToolServerFailure('SECRET_UNREADABLE')
  const reach = reachOf(ports, server, headers)
  const target = server.signIn?.hasTokens ? signInTargetOf(ports, server) : null
  if (reach.kind !== 'address' || !target) return reach
  const { accountId, id: serverId, name } = server
  return { ...reach, access: accessTo(ports, { accountId, serverId, userId, name, target }) }
}
