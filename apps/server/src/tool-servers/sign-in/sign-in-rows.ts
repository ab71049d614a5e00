import type { AccountId, ToolServerId } from '@atrium/contract'
import { sql } from 'kysely'
import '../tables.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { ToolServerPorts } from '../ports.ts'
import type { Granted } from './authorization-client.ts'
import type { SealedClient, Tokens } from './sign-in-seals.ts'

export type ServerKey = { accountId: AccountId; serverId: ToolServerId }
type Seals = Pick<ToolServerPorts, 'seals'>

const ofServer = ({ accountId, serverId }: ServerKey) =>
  sql`account_id = ${accountId} and server_id = ${serverId}`

type Stored = { clientSealed: string; tokensSealed: string | null }

/** Opens the secrets of a sign-in; null for those that were encrypted under another installation's secret. */
function opened(
  { seals }: Seals,
  { accountId, serverId: id }: ServerKey,
  { clientSealed, tokensSealed }: Stored,
): { client: SealedClient | null; tokens: Tokens | null } {
  return {
    client: seals.client.open({ accountId, id }, clientSealed),
    tokens: tokensSealed === null ? null : seals.tokens.open({ accountId, id }, tokensSealed),
  }
}

/** Returns the client of a stored sign-in, to sign in again with it; null when there is none. */
export async function readClient(
  trx: TenantTransaction,
  ports: Seals,
  key: ServerKey,
): Promise<SealedClient | null> {
  const found = await sql<Stored>`
    select client_sealed as "clientSealed", tokens_sealed as "tokensSealed" from tool_server_sign_in
    where ${ofServer(key)}`.execute(trx)
  return found.rows[0] ? opened(ports, key, found.rows[0]).client : null
}

/** Deletes a sign-in and every pending one; returns what it held, to revoke it. Null when nobody was signed in. */
export async function deleteSignIn(
  trx: TenantTransaction,
  ports: Seals,
  key: ServerKey,
): Promise<{ client: SealedClient | null; tokens: Tokens | null } | null> {
  await sql`delete from tool_server_sign_in_request where ${ofServer(key)}`.execute(trx)
  const deleted = await sql<Stored>`
    delete from tool_server_sign_in where ${ofServer(key)}
    returning client_sealed as "clientSealed", tokens_sealed as "tokensSealed"`.execute(trx)
  return deleted.rows[0] ? opened(ports, key, deleted.rows[0]) : null
}

/** How long before its end an access token is replaced. */
const earlySeconds = 60

export type TokenState = Stored & {
  /** Seconds until the access token should be replaced; null when its end is unknown. */
  freshSeconds: number | null
  isExpired: boolean
  isLeased: boolean
}

/** Locks and returns the tokens of a sign-in; null when there is none. */
export async function lockTokens(trx: TenantTransaction, key: ServerKey): Promise<TokenState | null> {
  const found = await sql<TokenState>`
    select client_sealed as "clientSealed", tokens_sealed as "tokensSealed",
      extract(epoch from expires_at - now())::float8 - ${earlySeconds} as "freshSeconds",
      coalesce(expires_at <= now(), false) as "isExpired", coalesce(lease_until > now(), false) as "isLeased"
    from tool_server_sign_in where ${ofServer(key)} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** How long a refresh may take before another process may start one: longer than the request may. */
const leaseSeconds = 30

export const takeLease = async (trx: TenantTransaction, key: ServerKey, lease: string): Promise<void> => {
  await sql`
    update tool_server_sign_in set lease = ${lease}, lease_until = now() + make_interval(secs => ${leaseSeconds})
    where ${ofServer(key)}`.execute(trx)
}

/** Stores refreshed tokens for the holder of the lease; false when it is lost or the sign-in is gone. */
export async function storeRefreshed(
  trx: TenantTransaction,
  { seals }: Seals,
  key: ServerKey,
  lease: string,
  { tokens, expiresInSeconds, scopes }: Granted,
): Promise<boolean> {
  const sealed = seals.tokens.seal({ accountId: key.accountId, id: key.serverId }, tokens)
  const stored = await sql`
    update tool_server_sign_in set tokens_sealed = ${sealed}, scopes = coalesce(${scopes}::text[], scopes),
      expires_at = now() + make_interval(secs => ${expiresInSeconds}::float8), lease = null, lease_until = null
    where ${ofServer(key)} and lease = ${lease} returning server_id`.execute(trx)
  return stored.rows.length > 0
}

/** Ends a refresh that returned no tokens. */
export const endLease = async (trx: TenantTransaction, key: ServerKey, lease: string): Promise<void> => {
  await sql`
    update tool_server_sign_in set lease = null, lease_until = null
    where ${ofServer(key)} and lease = ${lease}`.execute(trx)
}

/** Erases refused tokens for the holder of the lease; false when it is lost or the sign-in is gone. */
export async function eraseTokens(trx: TenantTransaction, key: ServerKey, lease: string): Promise<boolean> {
  const erased = await sql`
    update tool_server_sign_in set tokens_sealed = null, expires_at = null, lease = null, lease_until = null
    where ${ofServer(key)} and lease = ${lease} returning server_id`.execute(trx)
  return erased.rows.length > 0
}

/** Deletes a sign-in for the holder of the lease; false when it is lost or the sign-in is gone. */
export async function deleteLeased(trx: TenantTransaction, key: ServerKey, lease: string): Promise<boolean> {
  const deleted = await sql`
    delete from tool_server_sign_in where ${ofServer(key)} and lease = ${lease} returning server_id`.execute(
    trx,
  )
  return deleted.rows.length > 0
}
