import type { AccountId, ToolServer, ToolServerId, UserId } from '@atrium/contract'
import { lockAccountEditor } from '../../accounts/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { signInTargetOf, type ToolServerPorts } from '../ports.ts'
import { audit } from '../servers/audit.ts'
import { requireServer, showServer, type StoredServer } from '../servers/read-servers.ts'
import { storeProblem } from '../servers/store-offered.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { deleteSignIn } from './sign-in-rows.ts'

type Actor = { accountId: AccountId; userId: UserId }

/**
 * Erases the sign-in to a server, if there is one. Call `revoke` after the transaction: it revokes the erased tokens at the authorization
 * server, whose failure it only logs.
 */
export async function endSignIn(
  trx: TenantTransaction,
  ports: ToolServerPorts,
  actor: Actor,
  server: StoredServer,
): Promise<{ revoke(): Promise<void> } | null> {
  const erased = await deleteSignIn(trx, ports, { accountId: server.accountId, serverId: server.id })
  if (erased === null) return null
  await audit(trx, actor, server.id, 'tool-server.signed-out', { name: server.name })
  return {
    async revoke() {
      const isConfigured =
        server.url !== null || ports.installed.some(({ name }) => name === server.installedName)
      const target = isConfigured ? signInTargetOf(ports, server) : null
      if (target) await revokeTokens(ports, target, erased)
    },
  }
}

/** Signs the account out of a server. */
export async function signOut(
  ports: ToolServerPorts,
  actor: Actor,
  serverId: ToolServerId,
): Promise<ToolServer> {
  const key = { accountId: actor.accountId, serverId }
  const ended = await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const ended = await endSignIn(trx, ports, actor, await requireServer(trx, key, { isLocked: true }))
    if (ended) await storeProblem(trx, key, 'SIGN_IN_REQUIRED')
    return ended
  })
  await ended?.revoke()
  return await inTenant(ports.database, actor, (trx) => showServer(trx, ports, key))
}
