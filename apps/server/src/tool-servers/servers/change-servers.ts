import {
  type AccountId,
  limits,
  mintId,
  type ToolServer,
  type ToolServerChanges,
  type ToolServerId,
  type ToolServerToAdd,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { lockAccountEditor } from '../../accounts/index.ts'
import { advisoryLock, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { ToolServerPorts } from '../ports.ts'
import { audit } from './audit.ts'
import { checkServer, countCheck, headersAreForAnotherPlace, isSamePlace } from './check-server.ts'
import { endSignIn } from '../sign-in/end-sign-in.ts'
import { readServers, requireServer, showServer } from './read-servers.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** Locks the servers of the account against concurrent changes, for an admin. */
async function lockServers(trx: TenantTransaction, actor: Actor) {
  await lockAccountEditor(trx, actor)
  await advisoryLock(trx, `tool-servers: ${actor.accountId}`)
  return await readServers(trx, actor.accountId)
}

/** Connects a server and lists its tools; the connection is made with no transaction open. */
export async function addServer(
  ports: ToolServerPorts,
  actor: Actor,
  { name, prefix, url, installedName, headers }: ToolServerToAdd,
): Promise<ToolServer> {
  const { accountId, userId } = actor
  const serverId = mintId('tool-server')
  await countCheck(ports, userId)
  const stored = await inTenant(ports.database, actor, async (trx) => {
    const others = await lockServers(trx, actor)
    if (others.length >= limits.maxToolServers) fail('TOO_MANY_TOOL_SERVERS')
    refuseTakenPrefix(others, prefix)
    if (installedName !== undefined && !ports.installed.some((one) => one.name === installedName))
      fail('INVALID_INPUT', {
        issues: [{ path: 'body.installedName', message: 'There is no such installed server.' }],
      })
    await trx
      .insertInto('tool_server')
      .values({
        account_id: accountId,
        id: serverId,
        name,
        prefix,
        url: url ?? null,
        installed_name: installedName ?? null,
        ...ports.headers.seal({ accountId, id: serverId }, headers, ports.clock.now()),
        created_by: userId,
      })
      .execute()
    await audit(trx, actor, serverId, 'tool-server.connected', { name, address: hostOf(url ?? null) })
    return await requireServer(trx, { accountId, serverId })
  })
  await checkServer(ports, actor, stored)
  return await inTenant(ports.database, actor, (trx) => showServer(trx, ports, { accountId, serverId }))
}

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host)

const refuseTakenPrefix = (others: readonly { prefix: string }[], prefix: string): void => {
  if (others.some((one) => one.prefix === prefix))
    fail('INVALID_INPUT', {
      issues: [{ path: 'body.prefix', message: 'Another server of the account has this prefix.' }],
    })
}

/** Changes the given fields. Refuses a change based on an earlier revision. */
export async function changeServer(
  ports: ToolServerPorts,
  actor: Actor,
  serverId: ToolServerId,
  { revision, headers, ...changes }: ToolServerChanges,
): Promise<ToolServer> {
  const { server, ended } = await inTenant(ports.database, actor, async (trx) => {
    const { accountId } = actor
    const all = await lockServers(trx, actor)
    const before = all.find(({ id }) => id === serverId) ?? fail('NOT_FOUND')
    if (before.revision !== revision) fail('CONFLICT')
    const { name = before.name, prefix = before.prefix, isEnabled = before.isEnabled } = changes
    if (changes.url !== undefined && before.url === null)
      fail('INVALID_INPUT', {
        issues: [{ path: 'body.url', message: 'The operator decides where this server is.' }],
      })
    refuseTakenPrefix(
      all.filter(({ id }) => id !== serverId),
      prefix,
    )
    const url = changes.url ?? before.url
    const keepsHeaders = headers === undefined && before.headersSealed !== null
    if (keepsHeaders && !isSamePlace(before, { ...before, url }))
      fail('INVALID_INPUT', { issues: [headersAreForAnotherPlace] })
    await trx
      .updateTable('tool_server')
      .set({
        name,
        prefix,
        url,
        is_enabled: isEnabled,
        revision: revision + 1,
        ...(headers !== undefined &&
          ports.headers.seal({ accountId, id: serverId }, headers, ports.clock.now())),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', serverId)
      .execute()
    const changed = [...Object.keys(changes), ...(headers === undefined ? [] : ['headers'])]
    await audit(trx, actor, serverId, 'tool-server.changed', {
      name,
      changed: changed.join(', '),
      ...(url !== before.url && { address: hostOf(url) }),
    })
    const moved = isSamePlace(before, { ...before, url }) ? null : before
    const ended = moved && (await endSignIn(trx, ports, actor, moved))
    return { server: await showServer(trx, ports, { accountId, serverId }), ended }
  })
  await ended?.revoke()
  return server
}

/** Removes a server with everything that belongs to it, at any revision: removing wins over changing. */
export async function removeServer(
  ports: ToolServerPorts,
  actor: Actor,
  serverId: ToolServerId,
): Promise<void> {
  const ended = await inTenant(ports.database, actor, async (trx) => {
    const { accountId } = actor
    const all = await lockServers(trx, actor)
    const server = all.find(({ id }) => id === serverId) ?? fail('NOT_FOUND')
    const { name } = server
    const ended = await endSignIn(trx, ports, actor, server)
    await sql`delete from tool_server where account_id = ${accountId} and id = ${serverId}`.execute(trx)
    await audit(trx, actor, serverId, 'tool-server.removed', { name })
    return ended
  })
  await ended?.revoke()
}
