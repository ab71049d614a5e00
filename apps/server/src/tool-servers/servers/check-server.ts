import type { AccountId, ToolServerTest, ToolServerToTest, UserId } from '@atrium/contract'
import { requireAccountEditor } from '../../accounts/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { cleanLine } from '../client/clean-text.ts'
import { connectToServer, type Reach } from '../client/connect.ts'
import type { OfferedTools } from '../client/read-tools.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import { reachOf, reachOfStored, type ServerPlace, type ToolServerPorts } from '../ports.ts'
import { requireServer, type StoredServer } from './read-servers.ts'
import { type SecretHeader, secretHeaders } from './server-headers.ts'
import { storeOffered, storeProblem } from './store-offered.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** Maximum duration of a check, in milliseconds. */
const checkMs = 20_000

/** Connects to a server and lists its tools. Throws `ToolServerFailure`. */
async function lookAt(reach: Reach): Promise<OfferedTools & { serverName: string }> {
  const signal = AbortSignal.timeout(checkMs)
  const connection = await connectToServer(reach, signal).catch((error: unknown) => {
    throw error instanceof ToolServerFailure ? error : new ToolServerFailure('TIMED_OUT', { cause: error })
  })
  try {
    return { serverName: connection.serverName, ...(await connection.listTools(signal)) }
  } finally {
    await connection.close()
  }
}

/** Checks are free, so each person has a daily limit. */
export async function countCheck({ database }: ToolServerPorts, userId: UserId): Promise<void> {
  if (!(await takeAllowance(database, { holder: userId, kind: 'connectionTests' })))
    fail('RATE_LIMITED', { retryAfterSeconds: 3_600 })
}

/** Tests a connection and stores nothing. No text of a failed server is returned, so that a test can't read other services. */
export async function testServer(
  ports: ToolServerPorts,
  actor: Actor,
  { url, installedName, headers, serverId }: ToolServerToTest,
): Promise<ToolServerTest> {
  const stored = await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    return serverId ? await requireServer(trx, { accountId: actor.accountId, serverId }) : null
  })
  await countCheck(ports, actor.userId)
  try {
    const place = { url: url ?? null, installedName: installedName ?? null }
    const { serverName, tools, leftOut } = await lookAt(
      reachOf(ports, place, headersToTest(ports, stored, place, headers)),
    )
    return {
      outcome: 'answered',
      serverName: cleanLine(serverName, 60),
      tools: tools.map(({ name, form }) => ({ name, ...form })),
      leftOut,
    }
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    ports.log.info({ event: 'tool_server.test_failed', err: error }, 'A test of a tool server failed')
    return { outcome: 'failed', problem: error.problem }
  }
}

/** The given headers, else the stored ones for their origin. */
function headersToTest(
  ports: ToolServerPorts,
  stored: StoredServer | null,
  place: ServerPlace,
  headers: ToolServerToTest['headers'],
): SecretHeader[] {
  if (headers) return secretHeaders(headers)
  if (!stored || stored.headersSealed === null) return []
  if (!isSamePlace(stored, place)) fail('INVALID_INPUT', { issues: [headersAreForAnotherPlace] })
  const opened = ports.headers.open(stored, stored.headersSealed)
  if (opened === null) throw new ToolServerFailure('SECRET_UNREADABLE')
  return opened
}

/** Whether stored headers may be sent there: otherwise anybody who may change the address could have them sent to themselves. */
export function isSamePlace(one: ServerPlace, other: ServerPlace): boolean {
  if (one.url === null || other.url === null) return one.installedName === other.installedName
  return new URL(one.url).origin === new URL(other.url).origin
}

export const headersAreForAnotherPlace = {
  path: 'body.headers',
  message: 'Give the headers again: the stored ones are only for the host that they were given for.',
}

/** Lists the tools of a stored server now and stores the result, or the problem. */
export async function checkServer(ports: ToolServerPorts, actor: Actor, server: StoredServer): Promise<void> {
  const key = { accountId: server.accountId, serverId: server.id }
  try {
    const { tools } = await lookAt(reachOfStored(ports, server))
    await inTenant(ports.database, actor, (trx) => storeOffered(trx, key, tools))
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    ports.log.info(
      { event: 'tool_server.check_failed', err: error, serverId: server.id },
      'A check of a tool server failed',
    )
    await inTenant(ports.database, actor, (trx) => storeProblem(trx, key, error.problem))
  }
}
