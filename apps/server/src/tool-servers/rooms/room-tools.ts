import type { AccountId, RoomId, RoomTool, ToolForm, ToolMode, ToolServerId, UserId } from '@atrium/contract'
import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import '../tables.ts'
import { writeAudit } from '../../accounts/index.ts'
import type { TenantTransaction, Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireRoom, requireRoomEditor } from '../../rooms/index.ts'
import type { ToolServerPorts } from '../ports.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** An accepted tool of the account, with its mode in a room. */
export type AcceptedTool = {
  serverId: ToolServerId
  serverName: string
  prefix: string
  installedName: string | null
  name: string
  form: ToolForm
  hash: string
  mode: ToolMode
  isUsable: boolean
  needsSignIn: boolean
}

/** Returns the accepted tools of the account with their mode in a room, by server and name. */
export async function toolsOfRoom(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
): Promise<AcceptedTool[]> {
  const found = await sql<AcceptedTool>`
    select tool_server.id as "serverId", tool_server.name as "serverName", tool_server.prefix,
      tool_server.installed_name as "installedName", server_tool.name, server_tool.accepted as form,
      server_tool.accepted_hash as hash, coalesce(room_tool.mode, 'off') as mode,
      tool_server.is_enabled and server_tool.accepted_hash is not distinct from server_tool.offered_hash as "isUsable",
      coalesce(tool_server.problem = 'SIGN_IN_REQUIRED', false) as "needsSignIn"
    from server_tool
    join tool_server on tool_server.account_id = server_tool.account_id and tool_server.id = server_tool.server_id
    left join room_tool on room_tool.account_id = server_tool.account_id and room_tool.room_id = ${roomId}
      and room_tool.server_id = server_tool.server_id and room_tool.tool_name = server_tool.name
    where server_tool.account_id = ${accountId} and server_tool.accepted is not null
    order by tool_server.created_at, tool_server.id, server_tool.name`.execute(trx)
  return found.rows
}

/** Returns the tools that answers in a room may use now, with the mode in force. */
export async function usableTools(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
): Promise<AcceptedTool[]> {
  const tools = await toolsOfRoom(trx, accountId, roomId)
  return tools
    .filter(({ mode, isUsable }) => mode !== 'off' && isUsable)
    .slice(0, limits.maxToolsPerRoom)
    .map((tool) => ({ ...tool, mode: modeInForce(tool) }))
}

/** The mode that a tool has in force: one that may change something always asks. */
export const modeInForce = ({ mode, form }: Pick<AcceptedTool, 'mode' | 'form'>): ToolMode =>
  mode === 'auto' && !form.isReading ? 'ask' : mode

const present = ({ installed }: Pick<ToolServerPorts, 'installed'>, tool: AcceptedTool): RoomTool => ({
  serverId: tool.serverId,
  serverName: tool.serverName,
  sandbox: installed.some(({ name, sandbox }) => sandbox && name === tool.installedName),
  name: tool.name,
  title: tool.form.title,
  description: tool.form.description,
  isReading: tool.form.isReading,
  mode: modeInForce(tool),
  isUsable: tool.isUsable,
  needsSignIn: tool.needsSignIn,
})

type Shown = { tools: RoomTool[]; hasTools: boolean }

/** The tools that a room allows; for its editors also those that it could allow. Throws NOT_FOUND. */
export async function showRoomTools(
  trx: TenantTransaction,
  ports: Pick<ToolServerPorts, 'installed'>,
  actor: Actor,
  roomId: RoomId,
): Promise<Shown> {
  const room = await requireRoom(trx, actor, roomId)
  const all = (await toolsOfRoom(trx, actor.accountId, roomId)).map((tool) => present(ports, tool))
  const allowed = all.filter(({ mode }) => mode !== 'off')
  return {
    tools: room.membership_type === 'MEMBER' ? allowed : all,
    hasTools: allowed.some(({ isUsable }) => isUsable),
  }
}

type ModeToSet = { serverId: ToolServerId; name: string; mode: ToolMode }

/** Sets how a room uses tools, as one of its editors. Throws NOT_FOUND for tools that are not accepted. */
export async function changeRoomTools(
  trx: TenantTransaction,
  ports: Pick<ToolServerPorts, 'installed'>,
  actor: Actor,
  roomId: RoomId,
  changes: readonly ModeToSet[],
): Promise<Shown> {
  const { accountId, userId: actorId } = actor
  const room = await requireRoomEditor(trx, actor, roomId)
  const before = await toolsOfRoom(trx, accountId, roomId)
  const find = ({ serverId, name }: ModeToSet) =>
    before.find((tool) => tool.serverId === serverId && tool.name === name) ?? fail('NOT_FOUND')
  for (const change of changes) {
    const tool = find(change)
    if (change.mode === 'auto' && !tool.form.isReading)
      fail('INVALID_INPUT', {
        issues: [{ path: 'body.tools', message: 'A tool that can change something always asks.' }],
      })
    const ofTool = sql`account_id = ${accountId} and room_id = ${roomId} and server_id = ${change.serverId} and tool_name = ${change.name}`
    if (change.mode === 'off') await sql`delete from room_tool where ${ofTool}`.execute(trx)
    else
      await sql`
        insert into room_tool (account_id, room_id, server_id, tool_name, mode)
        values (${accountId}, ${roomId}, ${change.serverId}, ${change.name}, ${change.mode})
        on conflict (account_id, room_id, server_id, tool_name) do update set mode = excluded.mode`.execute(
        trx,
      )
    if (tool.mode !== change.mode)
      await writeAudit(trx, {
        accountId,
        actorId,
        action: 'room.tools-changed',
        objectType: 'room',
        objectId: roomId,
        details: {
          name: `${tool.serverName}: ${tool.name}`,
          from: tool.mode,
          to: change.mode,
          access: room.access_type,
        },
      })
  }
  const count = await sql<{ count: number }>`
    select count(*)::int as count from room_tool where account_id = ${accountId} and room_id = ${roomId}`.execute(
    trx,
  )
  if ((count.rows[0]?.count ?? 0) > limits.maxToolsPerRoom)
    fail('INVALID_INPUT', {
      issues: [{ path: 'body.tools', message: `A room can allow at most ${limits.maxToolsPerRoom} tools.` }],
    })
  return await showRoomTools(trx, ports, actor, roomId)
}
