import type { AccountId, ToolServerId, ToolServerProblem } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { OfferedTool } from '../client/read-tools.ts'

type ServerKey = { accountId: AccountId; serverId: ToolServerId }

/**
 * Stores the tools that a server offers now beside the accepted ones: a tool whose form differs from the accepted one is thereby switched
 * off. Accepted tools that the server no longer has stay; a server that was removed meanwhile stores nothing.
 */
export async function storeOffered(
  trx: Transaction,
  { accountId, serverId }: ServerKey,
  tools: readonly OfferedTool[],
): Promise<void> {
  const kept = await sql`
    update tool_server set problem = null, checked_at = now() where account_id = ${accountId} and id = ${serverId}
    returning id`.execute(trx)
  if (kept.rows.length === 0) return
  const names = tools.map(({ name }) => name)
  await sql`
    delete from server_tool where account_id = ${accountId} and server_id = ${serverId}
      and accepted is null and name <> all(${names}::text[])`.execute(trx)
  await sql`
    update server_tool set offered = null, offered_hash = null
    where account_id = ${accountId} and server_id = ${serverId} and offered is not null
      and name <> all(${names}::text[])`.execute(trx)
  await sql`
    insert into server_tool (account_id, server_id, name, offered, offered_hash)
    select ${accountId}, ${serverId}, listed.name, listed.form::jsonb, listed.hash
    from unnest(${names}::text[], ${tools.map(({ form }) => JSON.stringify(form))}::text[],
      ${tools.map(({ hash }) => hash)}::text[]) as listed (name, form, hash)
    on conflict (account_id, server_id, name) do update
      set offered = excluded.offered, offered_hash = excluded.offered_hash`.execute(trx)
}

/** Stores why a server could not be used. */
export async function storeProblem(
  trx: Transaction,
  { accountId, serverId }: ServerKey,
  problem: ToolServerProblem,
): Promise<void> {
  await sql`
    update tool_server set problem = ${problem}, checked_at = now()
    where account_id = ${accountId} and id = ${serverId}`.execute(trx)
}
