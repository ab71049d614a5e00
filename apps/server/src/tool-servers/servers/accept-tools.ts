import type { AccountId, ToolServer, ToolServerId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { lockAccountEditor } from '../../accounts/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { ToolServerPorts } from '../ports.ts'
import { audit } from './audit.ts'
import { readServerTools, requireServer, showServer } from './read-servers.ts'

type Actor = { accountId: AccountId; userId: UserId }
type ToolToAccept = { name: string; hash: string | null }

/**
 * Accepts tools in the form with the given hash, or withdraws them with null. Either all of them or, with CONFLICT when one has changed
 * since it was shown, none.
 */
export const acceptTools = (
  ports: ToolServerPorts,
  actor: Actor,
  serverId: ToolServerId,
  tools: readonly ToolToAccept[],
): Promise<ToolServer> =>
  inTenant(ports.database, actor, async (trx) => {
    const key = { accountId: actor.accountId, serverId }
    await lockAccountEditor(trx, actor)
    const server = await requireServer(trx, key, { isLocked: true })
    const stored = new Map(
      (await readServerTools(trx, actor.accountId, [serverId])).map((tool) => [tool.name, tool]),
    )
    for (const { name, hash } of tools) {
      const tool = stored.get(name) ?? fail('NOT_FOUND')
      if (hash !== null && tool.offeredHash !== hash) fail('CONFLICT')
    }
    const accepted = tools.filter(({ hash }) => hash !== null).map(({ name }) => name)
    const withdrawn = tools.filter(({ hash }) => hash === null).map(({ name }) => name)
    const ofServer = sql`account_id = ${actor.accountId} and server_id = ${serverId}`
    await sql`
      update server_tool set accepted = offered, accepted_hash = offered_hash
      where ${ofServer} and name = any(${accepted}::text[])`.execute(trx)
    await sql`
      delete from server_tool where ${ofServer} and name = any(${withdrawn}::text[]) and offered is null`.execute(
      trx,
    )
    await sql`
      update server_tool set accepted = null, accepted_hash = null
      where ${ofServer} and name = any(${withdrawn}::text[])`.execute(trx)
    const { name } = server
    if (accepted.length > 0)
      await audit(trx, actor, serverId, 'tool-server.tools-accepted', { name, tools: named(accepted) })
    if (withdrawn.length > 0)
      await audit(trx, actor, serverId, 'tool-server.tools-withdrawn', { name, tools: named(withdrawn) })
    return await showServer(trx, ports, key)
  })

/** Names for an audit entry, which should not contain long lists. */
const named = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} (+${names.length - 5})`
