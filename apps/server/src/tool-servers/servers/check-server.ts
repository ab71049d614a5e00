import type { AccountId, ToolServerProblem, ToolServerTest, ToolServerToTest, UserId } from '@atrium/contract'
import { requireAccountEditor } from '../../accounts/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { cleanLine } from '../client/clean-text.ts'
import type { Reach } from '../client/connect.ts'
import { loadClient } from '../client/load-client.ts'
import type { OfferedTools } from '../client/read-tools.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import { reachOf, type ServerPlace, signInTargetOf, type ToolServerPorts } from '../ports.ts'
import type { DiscoveredSignIn } from '../sign-in/discover-sign-in.ts'
import { loadSignIn } from '../sign-in/load-sign-in.ts'
import { reachOfStored, type StoredReach } from '../sign-in/reach-of-stored.ts'
import { SignInFailure } from '../sign-in/sign-in-failure.ts'
import { issuerKeyOf } from '../sign-in/sign-in-seals.ts'
import { requireServer, type StoredServer } from './read-servers.ts'
import { secretHeaders } from './server-headers.ts'
import { storeOffered, storeProblem } from './store-offered.ts'

type Actor = { accountId: AccountId; userId: UserId }

/** Maximum duration of a check, in milliseconds. */
const checkMs = 20_000

/** Connects to a server and lists its tools. Throws `ToolServerFailure`. */
async function lookAt(reach: Reach): Promise<OfferedTools & { serverName: string }> {
  const { connectToServer } = await loadClient()
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

/**
 * The sign-in that a failed connection asks for; null when it asks for none or describes none. Throws `ToolServerFailure` when it can't be
 * used.
 */
async function signInAskedFor(
  ports: ToolServerPorts,
  place: ServerPlace,
  { challenge }: ToolServerFailure,
): Promise<DiscoveredSignIn | null> {
  const target = challenge && signInTargetOf(ports, place)
  try {
    if (!target) return null
    const { discoverSignIn } = await loadSignIn()
    return await discoverSignIn(target, challenge)
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    const problem = error.problem === 'NOT_REACHED' ? 'SIGN_IN_NOT_REACHED' : 'SIGN_IN_UNUSABLE'
    throw new ToolServerFailure(problem, { cause: error })
  }
}

/** The sign-in that a stored server asks for now; null when it asks for none. Throws `ToolServerFailure`. */
export async function findSignIn(
  ports: ToolServerPorts,
  userId: UserId,
  server: StoredReach,
): Promise<DiscoveredSignIn | null> {
  try {
    await lookAt(reachOfStored(ports, userId, { ...server, signIn: null }))
    return null
  } catch (error) {
    if (!(error instanceof ToolServerFailure) || !error.challenge) throw error
    return await signInAskedFor(ports, server, error)
  }
}

/** The address that an authorization server sends people back to. */
export const redirectUriOf = (
  { redirectBase }: Pick<ToolServerPorts, 'redirectBase'>,
  issuer: string,
): string => `${redirectBase}/${issuerKeyOf(issuer)}`

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
  const place = { url: url ?? null, installedName: installedName ?? null }
  try {
    const { serverName, tools, leftOut } = await lookAt(reachToTest(ports, actor, stored, place, headers))
    return {
      outcome: 'answered',
      serverName: cleanLine(serverName, 60),
      tools: tools.map(({ name, form }) => ({ name, ...form })),
      leftOut,
    }
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    return await failedTest(ports, actor, stored && { ...stored, ...place }, place, error)
  }
}

/** How a test reports a failure: the sign-in that the server asks for, or the problem. */
async function failedTest(
  ports: ToolServerPorts,
  { userId }: Actor,
  stored: StoredServer | null,
  place: ServerPlace,
  failure: ToolServerFailure,
): Promise<ToolServerTest> {
  // A sign-in that ended here was refused by its authorization server: the server itself was not asked.
  const hasEnded = failure.problem === 'SIGN_IN_REQUIRED' && !failure.challenge
  try {
    const asked =
      hasEnded && stored
        ? await findSignIn(ports, userId, stored)
        : await signInAskedFor(ports, place, failure)
    if (asked === null) throw failure
    const { issuer, registration_endpoint: registration } = asked.endpoints
    return {
      outcome: 'sign-in',
      offer: {
        issuer,
        scopes: asked.scopes,
        registersClients: registration !== undefined,
        redirectUri: redirectUriOf(ports, issuer),
      },
    }
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    ports.log.info({ event: 'tool_server.test_failed', err: error }, 'A test of a tool server failed')
    return { outcome: 'failed', problem: error.problem }
  }
}

/** With the given headers, else the stored ones and the sign-in for their origin. */
function reachToTest(
  ports: ToolServerPorts,
  { userId }: Actor,
  stored: StoredServer | null,
  place: ServerPlace,
  headers: ToolServerToTest['headers'],
): Reach {
  if (headers) return reachOf(ports, place, secretHeaders(headers))
  if (!stored) return reachOf(ports, place, [])
  if (isSamePlace(stored, place)) return reachOfStored(ports, userId, { ...stored, ...place })
  if (stored.headersSealed !== null) fail('INVALID_INPUT', { issues: [headersAreForAnotherPlace] })
  return reachOf(ports, place, [])
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
    const { tools } = await lookAt(reachOfStored(ports, actor.userId, server))
    await inTenant(ports.database, actor, (trx) => storeOffered(trx, key, tools))
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    const problem = await problemOfCheck(ports, server, error)
    ports.log.info(
      { event: 'tool_server.check_failed', err: error, problem, serverId: server.id },
      'A check of a tool server failed',
    )
    await inTenant(ports.database, actor, (trx) => storeProblem(trx, key, problem))
  }
}

/** The problem of a failed check: a server that asks for a token may describe a sign-in. */
async function problemOfCheck(
  ports: ToolServerPorts,
  server: StoredServer,
  failure: ToolServerFailure,
): Promise<ToolServerProblem> {
  if (failure.problem !== 'TOKEN_REQUIRED') return failure.problem
  try {
    return (await signInAskedFor(ports, server, failure)) ? 'SIGN_IN_REQUIRED' : failure.problem
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    return error.problem
  }
}
