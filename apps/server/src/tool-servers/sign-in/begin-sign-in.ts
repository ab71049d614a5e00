import {
  type AccountId,
  limits,
  type ReplyOf,
  type beginToolServerSignIn,
  type SessionId,
  type SignInProblem,
  type SignInToBegin,
  type ToolServerId,
  type UserId,
} from '@atrium/contract'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { requireAccountEditor } from '../../accounts/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import { signInTargetOf, type ToolServerPorts } from '../ports.ts'
import { countCheck, findSignIn, redirectUriOf } from '../servers/check-server.ts'
import { requireServer, type StoredServer } from '../servers/read-servers.ts'
import type { DiscoveredSignIn } from './discover-sign-in.ts'
import { loadSignIn } from './load-sign-in.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInFetch, type SignInTarget } from './sign-in-fetch.ts'
import { readClient } from './sign-in-rows.ts'
import { type Client, hashOf, type SealedClient, type SealedRequest } from './sign-in-seals.ts'

export type SignInActor = { accountId: AccountId; userId: UserId; sessionId: SessionId }
type Started = ReplyOf<typeof beginToolServerSignIn>['data']

/** Starts a sign-in to a server: discovers its requirements again, and returns the URL to send the person to. */
export async function beginSignIn(
  ports: ToolServerPorts,
  actor: SignInActor,
  serverId: ToolServerId,
  shown: SignInToBegin,
): Promise<Started> {
  const { accountId, userId } = actor
  const { server, known } = await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const key = { accountId, serverId }
    return { server: await requireServer(trx, key), known: await readClient(trx, ports, key) }
  })
  await countCheck(ports, userId)
  try {
    const { target, asked } = await askedNow(ports, userId, server, shown)
    const redirectUri = redirectUriOf(ports, asked.endpoints.issuer)
    const client = await clientFor(ports, target, asked, redirectUri, shown.client, known)
    const sealed = { client, endpoints: asked.endpoints, resource: asked.resource }
    const state = randomBytes(32).toString('base64url')
    const { authorizationUrl } = await loadSignIn()
    const { url, codeVerifier } = await authorizationUrl(sealed, asked, { redirectUri, state })
    const request = { ...sealed, scopes: asked.scopes, codeVerifier, redirectUri, url: target.url }
    await inTenant(ports.database, actor, (trx) => addRequest(trx, ports, actor, serverId, state, request))
    return { outcome: 'started', authorizationUrl: url, state }
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    ports.log.info(
      { event: 'tool_server.sign_in_not_started', err: error, serverId },
      'Could not start a sign-in to a tool server',
    )
    return { outcome: 'failed', problem: error.problem }
  }
}

/** The server's current requirements, if they are those that the person has seen. Throws `SignInFailure`. */
async function askedNow(
  ports: ToolServerPorts,
  userId: UserId,
  server: StoredServer,
  shown: SignInToBegin,
): Promise<{ target: SignInTarget; asked: DiscoveredSignIn }> {
  try {
    const target = signInTargetOf(ports, server)
    const asked = await findSignIn(ports, userId, server)
    if (!asked || !target) throw new SignInFailure('NOT_OFFERED')
    const isShown =
      asked.endpoints.issuer === shown.issuer && asked.scopes.join(' ') === shown.scopes.join(' ')
    if (!isShown) throw new SignInFailure('CHANGED')
    return { target, asked }
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    const unusable: SignInProblem = error.problem === 'SIGN_IN_UNUSABLE' ? 'UNUSABLE' : 'NOT_REACHED'
    throw new SignInFailure(unusable, { cause: error })
  }
}

/** The given client, the one that signed in before, or a new registration. Throws `SignInFailure`. */
async function clientFor(
  ports: ToolServerPorts,
  target: SignInTarget,
  { endpoints, scopes }: DiscoveredSignIn,
  redirectUri: string,
  given: SignInToBegin['client'],
  known: SealedClient | null,
): Promise<Client> {
  if (given) return { id: given.id, secret: given.secret ?? null, method: null, expiresAt: null }
  const isKnown = known?.endpoints.issuer === endpoints.issuer
  // Long enough for the whole of this sign-in.
  const soon = ports.clock.now().getTime() / 1_000 + 2 * limits.openIdSignInSeconds
  if (known && isKnown && (known.client.expiresAt ?? Infinity) > soon) return known.client
  const { register } = await loadSignIn()
  return await register(signInFetch(target), endpoints, redirectUri, scopes)
}

async function addRequest(
  trx: TenantTransaction,
  { seals }: ToolServerPorts,
  { accountId, userId, sessionId }: SignInActor,
  serverId: ToolServerId,
  state: string,
  request: SealedRequest,
): Promise<void> {
  await sql`
    delete from tool_server_sign_in_request where account_id = ${accountId} and expires_at <= now()`.execute(
    trx,
  )
  await sql`
    insert into tool_server_sign_in_request (account_id, state_hash, server_id, user_id, session_id, sealed, expires_at)
    values (${accountId}, ${hashOf(state)}, ${serverId}, ${userId}, ${sessionId},
      ${seals.request.seal({ accountId, id: serverId }, request)},
      now() + make_interval(secs => ${limits.openIdSignInSeconds}))`.execute(trx)
}
