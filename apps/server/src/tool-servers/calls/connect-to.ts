import type { AccountId, ToolServerId, UserId } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import type { ToolConnection } from '../client/connect.ts'
import { loadClient } from '../client/load-client.ts'
import type { OfferedTool } from '../client/read-tools.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import type { ToolServerPorts } from '../ports.ts'
import { requireServer } from '../servers/read-servers.ts'
import { storeOffered, storeProblem } from '../servers/store-offered.ts'
import { reachOfStored } from '../sign-in/reach-of-stored.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** A connection with the tools that the server offers now: an answer calls only those offered in their accepted form. */
export type CheckedConnection = { connection: ToolConnection; offered: readonly OfferedTool[] }

/**
 * Connects to a server of the account and lists its tools again, so that a changed one is switched off before it is called. Throws
 * `ToolServerFailure`, and the signal's reason.
 */
export async function connectTo(
  ports: ToolServerPorts,
  actor: Actor,
  serverId: ToolServerId,
  signal: AbortSignal,
): Promise<CheckedConnection> {
  const key = { accountId: actor.accountId, serverId }
  const stored = await inTenant(ports.database, actor, (trx) => requireServer(trx, key))
  if (stored.problem === 'SIGN_IN_REQUIRED' && !stored.signIn?.hasTokens)
    throw new ToolServerFailure('SIGN_IN_REQUIRED')
  let connection: ToolConnection | null = null
  try {
    const { connectToServer } = await loadClient()
    connection = await connectToServer(reachOfStored(ports, actor.userId, stored), signal)
    const { tools } = await connection.listTools(signal)
    await inTenant(ports.database, actor, (trx) => storeOffered(trx, key, tools))
    return { connection, offered: tools }
  } catch (error) {
    await connection?.close()
    if (error instanceof ToolServerFailure)
      await inTenant(ports.database, actor, (trx) => storeProblem(trx, key, error.problem))
    throw error
  }
}
