import type {
  AccountId,
  ServerTool,
  ToolForm,
  ToolServer,
  ToolServerId,
  ToolServerProblem,
  ToolServers,
  ToolServerSignIn,
} from '@atrium/contract'
import { sql } from 'kysely'
import '../tables.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { ToolServerPorts } from '../ports.ts'

export type StoredServer = {
  accountId: AccountId
  id: ToolServerId
  name: string
  prefix: string
  url: string | null
  installedName: string | null
  headersSealed: string | null
  headerNames: string[]
  headersSetAt: Date | null
  /** The account's sign-in; without tokens when a new one is needed. */
  signIn: (Omit<ToolServerSignIn, 'signedInAt'> & { signedInAt: Date; hasTokens: boolean }) | null
  isEnabled: boolean
  revision: number
  problem: ToolServerProblem | null
  checkedAt: Date | null
}

export type StoredTool = {
  serverId: ToolServerId
  name: string
  accepted: ToolForm | null
  acceptedHash: string | null
  offered: ToolForm | null
  offeredHash: string | null
}

type StoredRow = Omit<StoredServer, 'signIn'> & {
  issuer: string | null
  scopes: string[] | null
  signedInAt: Date | null
  signedInBy: string | null
  hasTokens: boolean
}

const selectServers = sql`
  select tool_server.account_id as "accountId", tool_server.id, tool_server.name, prefix, url,
    installed_name as "installedName", headers_sealed as "headersSealed", header_names as "headerNames",
    headers_set_at as "headersSetAt", is_enabled as "isEnabled", revision, problem, checked_at as "checkedAt",
    sign_in.issuer, sign_in.scopes, sign_in.signed_in_at as "signedInAt", person.name as "signedInBy",
    sign_in.tokens_sealed is not null as "hasTokens"
  from tool_server
  left join tool_server_sign_in as sign_in
    on sign_in.account_id = tool_server.account_id and sign_in.server_id = tool_server.id
  left join identity_user as person on person.id = sign_in.signed_in_by`

const storedServer = ({
  issuer,
  scopes,
  signedInAt,
  signedInBy,
  hasTokens,
  ...row
}: StoredRow): StoredServer => ({
  ...row,
  signIn:
    issuer === null || signedInAt === null
      ? null
      : { issuer, scopes: scopes ?? [], signedInAt, signedInBy: signedInBy || null, hasTokens },
})

/** Returns the servers of an account, oldest first. */
export async function readServers(trx: Transaction, accountId: AccountId): Promise<StoredServer[]> {
  const found = await sql<StoredRow>`
    ${selectServers} where tool_server.account_id = ${accountId}
    order by tool_server.created_at, tool_server.id`.execute(trx)
  return found.rows.map(storedServer)
}

type ServerKey = { accountId: AccountId; serverId: ToolServerId }

/** Returns a server of the account; throws NOT_FOUND. With `isLocked` it can't change until the transaction ends. */
export async function requireServer(
  trx: Transaction,
  { accountId, serverId }: ServerKey,
  { isLocked = false } = {},
): Promise<StoredServer> {
  const found = await sql<StoredRow>`
    ${selectServers} where tool_server.account_id = ${accountId} and tool_server.id = ${serverId}
    ${isLocked ? sql`for update of tool_server` : sql``}`.execute(trx)
  return found.rows[0] ? storedServer(found.rows[0]) : fail('NOT_FOUND')
}

/** Returns the tools of these servers, by name. */
export async function readServerTools(
  trx: Transaction,
  accountId: AccountId,
  serverIds: readonly ToolServerId[],
): Promise<StoredTool[]> {
  if (serverIds.length === 0) return []
  const found = await sql<StoredTool>`
    select server_id as "serverId", name, accepted, accepted_hash as "acceptedHash", offered, offered_hash as "offeredHash"
    from server_tool where account_id = ${accountId} and server_id = any(${[...serverIds]}::text[]) order by name`.execute(
    trx,
  )
  return found.rows
}

export function stateOf({ acceptedHash, offeredHash }: StoredTool): ServerTool['state'] {
  if (offeredHash === null) return 'gone'
  if (acceptedHash === null) return 'new'
  return acceptedHash === offeredHash ? 'accepted' : 'changed'
}

const presentTool = (tool: StoredTool): ServerTool => ({
  name: tool.name,
  state: stateOf(tool),
  accepted: tool.accepted,
  offered: tool.offered,
  hash: tool.offeredHash,
})

/** The server as admins see it. */
export const presentServer = (
  { installed }: Pick<ToolServerPorts, 'installed'>,
  server: StoredServer,
  tools: readonly StoredTool[],
): ToolServer => ({
  id: server.id,
  name: server.name,
  prefix: server.prefix,
  url: server.url,
  installedName: server.installedName,
  headers: server.headerNames,
  headersSetAt: server.headersSetAt?.toISOString() ?? null,
  signIn: server.signIn && {
    issuer: server.signIn.issuer,
    scopes: server.signIn.scopes,
    signedInAt: server.signIn.signedInAt.toISOString(),
    signedInBy: server.signIn.signedInBy,
  },
  isEnabled: server.isEnabled,
  sandbox: installed.some(({ name, sandbox }) => sandbox && name === server.installedName),
  revision: server.revision,
  problem: server.problem,
  checkedAt: server.checkedAt?.toISOString() ?? null,
  tools: tools.filter(({ serverId }) => serverId === server.id).map(presentTool),
})

/** Reads one server with its tools as admins see it. */
export async function showServer(
  trx: Transaction,
  ports: Pick<ToolServerPorts, 'installed'>,
  key: ServerKey,
): Promise<ToolServer> {
  const server = await requireServer(trx, key)
  return presentServer(ports, server, await readServerTools(trx, key.accountId, [key.serverId]))
}

/** The account's servers as admins see them, and those that the operator installed. */
export async function listServers(
  trx: Transaction,
  ports: Pick<ToolServerPorts, 'installed'>,
  accountId: AccountId,
): Promise<ToolServers> {
  const servers = await readServers(trx, accountId)
  const tools = await readServerTools(
    trx,
    accountId,
    servers.map(({ id }) => id),
  )
  return {
    servers: servers.map((server) => presentServer(ports, server, tools)),
    installed: ports.installed.map(({ name, displayName, sandbox, reach }) => ({
      name,
      displayName,
      kind: reach.kind,
      sandbox,
    })),
  }
}
