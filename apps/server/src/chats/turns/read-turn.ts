import type { AccountId, BaseId, ChatId, MessageId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, type ChatAction, type ChatRow, requireChat } from '../access.ts'
import type { TurnRow } from '../present.ts'

export type StoredTurn = Pick<
  TurnRow,
  | 'id'
  | 'state'
  | 'parts'
  | 'last_event_id'
  | 'model_id'
  | 'model_name'
  | 'sandbox'
  | 'error_code'
  | 'retry_after_seconds'
  | 'usage'
  | 'credits_charged_milli'
  | 'started_at'
  | 'ended_at'
  | 'style'
  | 'followups'
  | 'picture_options'
> & {
  chat_id: ChatId
  account_id: AccountId
  asked_by: UserId
  parent_turn_id: TurnId | null
  question_message_id: MessageId
  continues_turn_id: TurnId | null
  base_ids: BaseId[]
  uses_room_files: boolean
  uses_web: boolean
  uses_tools: boolean
  first_of_chat: boolean
}

/** Loads a stored turn without an access check: for the writer of its answer. */
export async function loadTurn(
  trx: TenantTransaction,
  accountId: AccountId,
  turnId: TurnId,
): Promise<StoredTurn | null> {
  const found = await sql<StoredTurn>`
    select id, account_id, chat_id, asked_by, parent_turn_id, question_message_id, continues_turn_id, state, parts, last_event_id,
      model_id, model_name, sandbox, style, error_code, retry_after_seconds, usage, credits_charged_milli, started_at, ended_at,
      followups, picture_options, base_ids, uses_room_files, uses_web, uses_tools, position = 1 as first_of_chat
    from turn where account_id = ${accountId} and id = ${turnId}`.execute(trx)
  return found.rows[0] ?? null
}

/** Returns a turn if the actor may do this with its chat; missing and foreign look alike. */
export async function requireTurn(
  trx: TenantTransaction,
  actor: Actor,
  turnId: TurnId,
  action: ChatAction,
): Promise<StoredTurn & Pick<ChatRow, 'room_id'>> {
  const turn = (await loadTurn(trx, actor.accountId, turnId)) ?? fail('NOT_FOUND')
  const { room_id } = await requireChat(trx, actor, turn.chat_id, action, { askedBy: turn.asked_by })
  return { ...turn, room_id }
}

/** Returns the actor's running answers in a chat, whichever process writes them. */
export async function openTurnsIn(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  chatId: ChatId,
): Promise<TurnId[]> {
  const found = await sql<{ id: TurnId }>`
    select id from turn
    where account_id = ${accountId} and chat_id = ${chatId} and asked_by = ${userId} and state = 'open'`.execute(
    trx,
  )
  return found.rows.map(({ id }) => id)
}

/** Requests a turn's writer to stop; the writer's own node is notified directly. */
export async function requestStop(trx: TenantTransaction, actor: Actor, turnId: TurnId): Promise<void> {
  await sql`update turn set stop_requested_at = now()
    where account_id = ${actor.accountId} and id = ${turnId} and state = 'open'`.execute(trx)
}
