import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { UserId } from '@atrium/contract'
import { Secret } from '../../platform/config/secret.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import type { Access } from '../client/limited-fetch.ts'
import { ToolServerFailure } from '../client/tool-server-failure.ts'
import type { ToolServerPorts } from '../ports.ts'
import { audit } from '../servers/audit.ts'
import { storeProblem } from '../servers/store-offered.ts'
import type { Granted } from './authorization-client.ts'
import { loadSignIn } from './load-sign-in.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInFetch, type SignInTarget } from './sign-in-fetch.ts'
import {
  deleteLeased,
  endLease,
  eraseTokens,
  lockTokens,
  type ServerKey,
  storeRefreshed,
  takeLease,
} from './sign-in-rows.ts'
import type { SealedClient, Tokens } from './sign-in-seals.ts'

/** A server that an admin signed in to, as one connection uses it. */
export type SignedInServer = ServerKey & { userId: UserId; name: string; target: SignInTarget }

type Token = { secret: Secret; untilMs: number }
type Found =
  | { kind: 'token'; token: Token }
  | { kind: 'wait' }
  | { kind: 'refresh'; lease: string; client: SealedClient; tokens: Tokens; usable: Token | null }

/** Interval of checking whether another process has refreshed the tokens. */
const waitMs = 150

/**
 * The access tokens of a server that an admin signed in to, for one connection. A token is refreshed a minute before its end and when the
 * server refuses it, by one process at a time: a lease in its row says which, and no transaction is open meanwhile. New tokens are stored
 * before they are used.
 */
export function accessTo(ports: ToolServerPorts, server: SignedInServer): Access {
  let known: Token | null = null
  const obtain = async (refused: Secret | null): Promise<Secret> => {
    known = await currentToken(ports, server, refused?.reveal() ?? null)
    return known.secret
  }
  return {
    token: () => (known && performance.now() < known.untilMs ? Promise.resolve(known.secret) : obtain(null)),
    renew: (refused) => obtain(refused),
  }
}

/** Returns a token that is not the refused one. Throws `ToolServerFailure`. */
async function currentToken(
  ports: ToolServerPorts,
  server: SignedInServer,
  refused: string | null,
): Promise<Token> {
  for (;;) {
    const found = await inTenant(ports.database, tenantOf(server), (trx) => find(trx, ports, server, refused))
    if (found.kind === 'token') return found.token
    if (found.kind === 'wait') await delay(waitMs)
    else {
      const token = await refreshed(ports, server, found)
      if (token) return token
    }
  }
}

const tenantOf = ({ accountId, userId }: SignedInServer) => ({ accountId, userId })

async function find(
  trx: TenantTransaction,
  ports: ToolServerPorts,
  server: SignedInServer,
  refused: string | null,
): Promise<Found> {
  const stored = await lockTokens(trx, server)
  if (!stored || stored.tokensSealed === null) throw new ToolServerFailure('SIGN_IN_REQUIRED')
  const key = { accountId: server.accountId, id: server.serverId }
  const tokens = ports.seals.tokens.open(key, stored.tokensSealed)
  const client = ports.seals.client.open(key, stored.clientSealed)
  if (tokens === null || client === null) throw new ToolServerFailure('SECRET_UNREADABLE')

  const { freshSeconds, isExpired, isLeased } = stored
  const isRefused = tokens.accessToken === refused
  const token = tokenOf(tokens, freshSeconds)
  if (!isRefused && (freshSeconds === null || freshSeconds > 0)) return { kind: 'token', token }
  const usable = isRefused || isExpired ? null : token
  if (isLeased) return usable ? { kind: 'token', token: usable } : { kind: 'wait' }
  if (tokens.refreshToken === null && usable) return { kind: 'token', token: usable }
  const lease = randomUUID()
  await takeLease(trx, server, lease)
  return { kind: 'refresh', lease, client, tokens, usable }
}

const tokenOf = ({ accessToken }: Tokens, freshSeconds: number | null): Token => ({
  secret: new Secret(accessToken),
  untilMs: performance.now() + (freshSeconds ?? Infinity) * 1_000,
})

/** Refreshes the tokens as the holder of the lease. Null when they were changed meanwhile. Throws `ToolServerFailure`. */
async function refreshed(
  ports: ToolServerPorts,
  server: SignedInServer,
  { lease, client, tokens, usable }: Extract<Found, { kind: 'refresh' }>,
): Promise<Token | null> {
  const within = <Result>(run: (trx: TenantTransaction) => Promise<Result>) =>
    inTenant(ports.database, tenantOf(server), run)
  let granted: Granted
  try {
    if (tokens.refreshToken === null) throw new SignInFailure('CODE_REFUSED')
    const { refresh } = await loadSignIn()
    granted = await refresh(signInFetch(server.target), client, tokens.refreshToken)
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    ports.log.warn(
      { event: 'tool_server.refresh_failed', err: error, serverId: server.serverId },
      'Could not refresh the sign-in to a tool server',
    )
    if (isFinal(error)) {
      await within((trx) => endRefused(trx, server, lease, error))
      throw new ToolServerFailure('SIGN_IN_REQUIRED', { cause: error })
    }
    await within((trx) => endLease(trx, server, lease))
    if (usable) return usable
    throw new ToolServerFailure('SIGN_IN_NOT_REACHED', { cause: error })
  }
  if (await within((trx) => storeRefreshed(trx, ports, server, lease, granted)))
    return tokenOf(granted.tokens, granted.expiresInSeconds === null ? null : granted.expiresInSeconds - 60)
  // Somebody signed out or in again meanwhile: nobody else has these tokens.
  await revokeTokens(ports, server.target, { client, tokens: granted.tokens })
  return null
}

/** Whether the authorization server has decided, so that another attempt would be refused as well. */
const isFinal = ({ problem }: SignInFailure): boolean =>
  ['CODE_REFUSED', 'CLIENT_REFUSED', 'REFUSED'].includes(problem)

async function endRefused(
  trx: TenantTransaction,
  { accountId, userId, serverId, name }: SignedInServer,
  lease: string,
  { problem }: SignInFailure,
): Promise<void> {
  const key = { accountId, serverId }
  // A refused client is not used again.
  if (!(await (problem === 'CLIENT_REFUSED' ? deleteLeased : eraseTokens)(trx, key, lease))) return
  await storeProblem(trx, key, 'SIGN_IN_REQUIRED')
  await audit(trx, { accountId, userId }, serverId, 'tool-server.sign-in-failed', { name, reason: problem })
}
