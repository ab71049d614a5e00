import type {
  AccountId,
  ChatId,
  ToolCallId,
  ToolDecision,
  ToolServerId,
  TurnId,
  UserId,
} from '@atrium/contract'
import { limits } from '@atrium/contract'
import { sql } from 'kysely'
import '../tables.ts'
import { writeAudit } from '../../accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

export type CallKey = { accountId: AccountId; callId: ToolCallId }

/** A tool in the form that a call was made for. */
export type ToolToCall = { serverId: ToolServerId; name: string; hash: string }

type Asked = CallKey & { turnId: TurnId; chatId: ChatId; userId: UserId; tool: ToolToCall }
type Decision = { state: 'waiting' | 'allowed' | 'refused' | 'expired'; scope: 'once' | 'chat' | null }

/**
 * Records a call that needs consent. A call of the same form that its asker allowed for the chat is allowed at once; any other waits
 * until `expiresAt`.
 */
export async function askForConsent(
  trx: TenantTransaction,
  { accountId, callId, turnId, chatId, userId, tool }: Asked,
): Promise<Decision & { expiresAt: Date }> {
  const asked = await sql<Decision & { expiresAt: Date }>`
    insert into tool_call (account_id, id, turn_id, server_id, tool_name, form_hash, state, scope, expires_at)
    select ${accountId}, ${callId}, ${turnId}, ${tool.serverId}, ${tool.name}, ${tool.hash},
      case when consent.user_id is null then 'waiting' else 'allowed' end,
      case when consent.user_id is null then null else 'chat' end,
      now() + make_interval(mins => ${limits.toolConsentMinutes})
    from (select) as one left join tool_consent as consent
      on consent.account_id = ${accountId} and consent.chat_id = ${chatId} and consent.user_id = ${userId}
      and consent.server_id = ${tool.serverId} and consent.tool_name = ${tool.name} and consent.form_hash = ${tool.hash}
    returning state, scope, expires_at as "expiresAt"`.execute(trx)
  return asked.rows[0] as Decision & { expiresAt: Date }
}

/** The decision so far; ends a call whose time is over. Null when there is no such call. */
export async function readDecision(
  trx: TenantTransaction,
  { accountId, callId }: CallKey,
): Promise<Decision | null> {
  const ofCall = sql`account_id = ${accountId} and id = ${callId}`
  const found = await sql<Decision & { isOver: boolean }>`
    select state, scope, expires_at <= now() as "isOver" from tool_call where ${ofCall}`.execute(trx)
  const [call] = found.rows
  if (!call || call.state !== 'waiting' || !call.isOver) return call ?? null
  await sql`
    update tool_call set state = 'expired' where ${ofCall} and state = 'waiting' and expires_at <= now()`.execute(
    trx,
  )
  return await readDecision(trx, { accountId, callId })
}

/** Claims the call for this process: true once. Whoever gets it makes the call. */
export async function startCall(trx: TenantTransaction, { accountId, callId }: CallKey): Promise<boolean> {
  const started = await sql`
    update tool_call set started_at = now()
    where account_id = ${accountId} and id = ${callId} and state = 'allowed' and started_at is null returning id`.execute(
    trx,
  )
  return started.rows.length > 0
}

/**
 * Decides a waiting call for the person who asked; the caller has checked that they are. The first decision counts: returns the state that
 * holds, or null when the turn has no such call.
 */
export async function decideCall(
  trx: TenantTransaction,
  actor: { accountId: AccountId; userId: UserId },
  { turnId, chatId, callId }: { turnId: TurnId; chatId: ChatId; callId: ToolCallId },
  decision: ToolDecision,
): Promise<Exclude<Decision['state'], 'waiting'> | null> {
  const { accountId, userId } = actor
  const state = decision === 'refuse' ? 'refused' : 'allowed'
  const scope = decision === 'refuse' ? null : decision
  const decided = await sql<{ serverId: ToolServerId; name: string; hash: string }>`
    update tool_call set state = ${state}, scope = ${scope}
    where account_id = ${accountId} and id = ${callId} and turn_id = ${turnId} and state = 'waiting' and expires_at > now()
    returning server_id as "serverId", tool_name as name, form_hash as hash`.execute(trx)
  const [call] = decided.rows
  if (!call) {
    const ofTurn = await sql`
      select from tool_call where account_id = ${accountId} and id = ${callId} and turn_id = ${turnId}`.execute(
      trx,
    )
    const held = ofTurn.rows.length > 0 ? await readDecision(trx, { accountId, callId }) : null
    return held && held.state !== 'waiting' ? held.state : null
  }
  if (decision === 'chat')
    await sql`
      insert into tool_consent (account_id, chat_id, user_id, server_id, tool_name, form_hash)
      values (${accountId}, ${chatId}, ${userId}, ${call.serverId}, ${call.name}, ${call.hash})
      on conflict (account_id, chat_id, user_id, server_id, tool_name) do update
        set form_hash = excluded.form_hash, granted_at = now()`.execute(trx)
  await writeAudit(trx, {
    accountId,
    actorId: userId,
    action: state === 'allowed' ? 'tool-server.call-allowed' : 'tool-server.call-refused',
    objectType: 'tool-server',
    objectId: call.serverId,
    // Without the arguments, which are text of a private chat.
    details: { name: call.name, ...(scope && { scope }) },
  })
  return state
}
