import type {
  completeToolServerSignIn,
  ReplyOf,
  SignInProblem,
  SignInToComplete,
  ToolServerId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { lockAccountEditor, requireAccountEditor } from '../../accounts/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { cleanLine } from '../client/clean-text.ts'
import { signInTargetOf, type ToolServerPorts } from '../ports.ts'
import { audit } from '../servers/audit.ts'
import { checkServer } from '../servers/check-server.ts'
import { requireServer, showServer, type StoredServer } from '../servers/read-servers.ts'
import type { Granted } from './authorization-client.ts'
import type { SignInActor } from './begin-sign-in.ts'
import { loadSignIn } from './load-sign-in.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInFetch, type SignInTarget } from './sign-in-fetch.ts'
import { hashOf, issuerKeyOf, type SealedRequest } from './sign-in-seals.ts'

type Completed = ReplyOf<typeof completeToolServerSignIn>['data']

/** Maximum length of an authorization server's error text, in UTF-16 units. */
const maxSaidCharacters = 300

/**
 * Completes a sign-in with the parameters of the authorization server's redirect, and lists the tools of the server. Uses the sign-in up
 * before anything is sent, so that neither the redirect nor its code works twice.
 */
export async function completeSignIn(
  ports: ToolServerPorts,
  actor: SignInActor,
  serverId: ToolServerId,
  answer: SignInToComplete,
): Promise<Completed> {
  const key = { accountId: actor.accountId, serverId }
  const { server, request } = await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    return {
      server: await requireServer(trx, key),
      request: await takeRequest(trx, ports, actor, serverId, answer.state),
    }
  })
  const target = signInTargetOf(ports, server)
  if (request === null || target?.url !== request.url) return await failed(ports, actor, server, 'EXPIRED')
  const problem = problemOfAnswer(request, answer)
  if (problem !== null) {
    // Only the issuer itself is quoted.
    const said = problem === 'WRONG_ISSUER' ? null : saidIn(answer)
    return await failed(ports, actor, server, problem, said)
  }
  try {
    await redeemAndStore(ports, actor, server, target, request, answer.code ?? '')
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    ports.log.warn(
      { event: 'tool_server.sign_in_failed', err: error, serverId },
      'Could not complete a sign-in to a tool server',
    )
    return await failed(ports, actor, server, error.problem)
  }
  const signedIn = await inTenant(ports.database, actor, (trx) => requireServer(trx, key))
  await checkServer(ports, actor, signedIn)
  return {
    outcome: 'signed-in',
    server: await inTenant(ports.database, actor, (trx) => showServer(trx, ports, key)),
  }
}

/** Uses a waiting sign-in up; null when this person has none of this state for this server in this session. */
async function takeRequest(
  trx: TenantTransaction,
  { seals }: ToolServerPorts,
  { accountId, userId, sessionId }: SignInActor,
  serverId: ToolServerId,
  state: string,
): Promise<SealedRequest | null> {
  const taken = await sql<{ sealed: string }>`
    delete from tool_server_sign_in_request
    where account_id = ${accountId} and state_hash = ${hashOf(state)} and server_id = ${serverId}
      and user_id = ${userId} and session_id = ${sessionId} and expires_at > now()
    returning sealed`.execute(trx)
  const sealed = taken.rows[0]?.sealed
  return sealed === undefined ? null : seals.request.open({ accountId, id: serverId }, sealed)
}

/** Why a redirect's parameters can't be redeemed; null when they can. */
function problemOfAnswer(
  { endpoints }: SealedRequest,
  { issuerKey, iss, code, error }: SignInToComplete,
): SignInProblem | null {
  const { issuer, authorization_response_iss_parameter_supported: namesItself } = endpoints
  if (issuerKey !== issuerKeyOf(issuer)) return 'WRONG_ISSUER'
  if (iss === undefined ? namesItself === true : iss !== issuer) return 'WRONG_ISSUER'
  if (error !== undefined) return error === 'access_denied' ? 'DENIED' : 'REFUSED'
  return code === undefined ? 'REFUSED' : null
}

const saidIn = ({ error, errorDescription }: SignInToComplete): string | null =>
  cleanLine(errorDescription ?? (error === 'access_denied' ? '' : (error ?? '')), maxSaidCharacters) || null

async function redeemAndStore(
  ports: ToolServerPorts,
  actor: SignInActor,
  { id: serverId, name }: StoredServer,
  target: SignInTarget,
  request: SealedRequest,
  code: string,
): Promise<void> {
  const { codeVerifier, redirectUri, client, endpoints, resource, scopes } = request
  const sealed = { client, endpoints, resource }
  const { redeem } = await loadSignIn()
  const granted = await redeem(signInFetch(target), sealed, { code, codeVerifier, redirectUri })
  const grantedScopes = granted.scopes ?? [...scopes]
  const isStored = await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const server = await requireServer(trx, { accountId: actor.accountId, serverId }, { isLocked: true })
    // Its address changed while the code was redeemed.
    if (signInTargetOf(ports, server)?.url !== request.url) return false
    await storeSignIn(trx, ports, actor, serverId, sealed, { ...granted, scopes: grantedScopes })
    await audit(trx, actor, serverId, 'tool-server.signed-in', {
      name,
      address: hostOf(endpoints.issuer),
      ...(grantedScopes.length > 0 && { scopes: grantedScopes.join(' ').slice(0, 200) }),
    })
    return true
  })
  if (isStored) return
  await revokeTokens(ports, target, { client: sealed, tokens: granted.tokens })
  throw new SignInFailure('EXPIRED')
}

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

async function storeSignIn(
  trx: TenantTransaction,
  { seals }: ToolServerPorts,
  { accountId, userId }: SignInActor,
  serverId: ToolServerId,
  client: Parameters<ToolServerPorts['seals']['client']['seal']>[1],
  { tokens, expiresInSeconds, scopes }: Granted,
): Promise<void> {
  const key = { accountId, id: serverId }
  await sql`
    insert into tool_server_sign_in (account_id, server_id, issuer, client_sealed, tokens_sealed, scopes, expires_at, signed_in_by)
    values (${accountId}, ${serverId}, ${client.endpoints.issuer}, ${seals.client.seal(key, client)},
      ${seals.tokens.seal(key, tokens)}, coalesce(${scopes}::text[], '{}'),
      now() + make_interval(secs => ${expiresInSeconds}::float8), ${userId})
    on conflict (account_id, server_id) do update set issuer = excluded.issuer, client_sealed = excluded.client_sealed,
      tokens_sealed = excluded.tokens_sealed, scopes = excluded.scopes, expires_at = excluded.expires_at,
      signed_in_by = excluded.signed_in_by, signed_in_at = now(), lease = null, lease_until = null`.execute(
    trx,
  )
}

async function failed(
  ports: ToolServerPorts,
  actor: SignInActor,
  { id: serverId, name }: StoredServer,
  problem: SignInProblem,
  said: string | null = null,
): Promise<Completed> {
  await inTenant(ports.database, actor, async (trx) => {
    // A client that is refused now was refused by its own server: it is not used again.
    if (problem === 'CLIENT_REFUSED')
      await sql`
        delete from tool_server_sign_in
        where account_id = ${actor.accountId} and server_id = ${serverId} and tokens_sealed is null`.execute(
        trx,
      )
    await audit(trx, actor, serverId, 'tool-server.sign-in-failed', { name, reason: problem })
  })
  return { outcome: 'failed', problem, said }
}
