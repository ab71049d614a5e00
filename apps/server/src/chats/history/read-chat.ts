import { type ChatDetails, type ChatId, mayInChat, type QuestionCost, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, type ChatRow, findChat, requireChat, relationIn } from '../access.ts'
import { branchEnd, branchTo } from '../turns/branch-of.ts'
import { listLabelsOfChat } from '../labels/labels.ts'
import { queueOf } from '../queue/queued-questions.ts'
import { outlineOf } from './outline.ts'
import { credits, type TurnRow } from '../present.ts'
import { withCompared } from '../turns/comparisons.ts'
import { readTurns } from '../turns/read-turns.ts'
import { summariesOf } from '../summaries/summaries.ts'

/**
 * Returns a chat with the last turns of the branch read last and every open turn, and the outline of the others. All turns in the
 * order of asking.
 */
export async function readChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  newest: number,
): Promise<ChatDetails> {
  const { accountId } = actor
  const chat = await requireChat(trx, actor, chatId, 'read')
  const all = await outlineOf(trx, accountId, chatId)
  const whole =
    all.length <= newest
      ? new Set(all.map(({ turnId }) => turnId))
      : withCompared(all, [
          ...branchTo(all, branchEnd(all, chat.current_turn_id), newest),
          ...all.filter(({ state }) => state === 'open').map(({ turnId }) => turnId),
        ])
  return {
    chatId,
    chatTitle: chat.title,
    roomId: chat.room_id,
    readOnly: !mayInChat(chat.relation, 'ask'),
    share: chat.share,
    relation: chat.relation,
    owner: await ownerOf(trx, chat),
    createdAt: chat.created_at.toISOString(),
    currentTurnId: chat.current_turn_id,
    modifiers: chat.modifiers,
    isTemporary: chat.is_temporary,
    importedFrom: chat.imported_from,
    isFork: chat.forked_from !== null,
    forkedFrom: await forkedFrom(trx, actor, chat),
    isStarred: chat.is_starred,
    isUnseen: chat.is_unseen,
    labels: await listLabelsOfChat(trx, actor, chatId, ''),
    turns: await readTurns(trx, actor, chat, [...whole]),
    outline: all.filter(({ turnId }) => !whole.has(turnId)),
    summaries: await summariesOf(trx, accountId, chatId),
    queue: await queueOf(trx, actor, chatId),
    sendsAll: chat.sends_all,
    usesRoomFiles: chat.uses_room_files,
    usesWeb: chat.uses_web,
    usesTools: chat.uses_tools,
  }
}

async function ownerOf(trx: TenantTransaction, { owner_id }: ChatRow): Promise<ChatDetails['owner']> {
  const found = await sql<ChatDetails['owner']>`
    select id, name, image as "pictureUrl" from identity_user where id = ${owner_id}`.execute(trx)
  return found.rows[0] ?? { id: owner_id, name: '', pictureUrl: null }
}

/** The turn of the original at which a chat was forked, while that chat exists. */
async function forkedFrom(
  trx: TenantTransaction,
  actor: Actor,
  { forked_from: chatId, forked_from_turn: turnId }: ChatRow,
): Promise<ChatDetails['forkedFrom']> {
  if (chatId === null || turnId === null) return null
  const original = await findChat(trx, actor, chatId)
  if (!original || original.deleted_at) return null
  // A person's own chat is named even when they may not use its room.
  const isOwn = original.owner_id === actor.userId
  return isOwn || (await relationIn(trx, actor, original)) ? { chatId, turnId } : null
}

/** Returns up to a number of a branch's turns, from the given one backwards, oldest first, with the turns compared with them. */
export async function readBackFrom(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  { last, count }: { last: TurnId; count: number },
): Promise<ChatDetails['turns']> {
  const chat = await requireChat(trx, actor, chatId, 'read')
  const found = await sql<{ id: TurnId }>`
    with recursive branch as (
      select id, parent_turn_id, comparison_id, 1 as depth from turn
      where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${last}
      union all
      select turn.id, turn.parent_turn_id, turn.comparison_id, branch.depth + 1
      from branch join turn on turn.account_id = ${actor.accountId} and turn.id = branch.parent_turn_id
      where branch.depth < ${count}::int)
    select id from branch
    union
    select turn.id from branch
    join turn on turn.account_id = ${actor.accountId} and turn.chat_id = ${chatId} and turn.comparison_id = branch.comparison_id`.execute(
    trx,
  )
  if (found.rows.length === 0) return fail('NOT_FOUND')
  return await readTurns(
    trx,
    actor,
    chat,
    found.rows.map(({ id }) => id),
  )
}

/** Returns the cost of each question of a chat (CHAT-10); people other than its owner get only those of their own questions. */
export async function readCosts(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<QuestionCost[]> {
  const chat = await requireChat(trx, actor, chatId, 'read')
  const found = await sql<
    Pick<TurnRow, 'id' | 'model_name' | 'state' | 'started_at'> & { question: string; charged: number }
  >`
    select turn.id, left(message.text, 300) as question, turn.model_name, turn.state, turn.started_at,
      coalesce(turn.credits_charged_milli, 0) as charged
    from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${actor.accountId} and turn.chat_id = ${chatId}
      ${chat.relation === 'owner' ? sql`` : sql`and turn.asked_by = ${actor.userId}`}
    order by turn.position`.execute(trx)
  return found.rows.map((row) => ({
    turnId: row.id,
    question: row.question,
    modelName: row.model_name,
    state: row.state,
    askedAt: row.started_at.toISOString(),
    creditsCharged: credits(row.charged),
  }))
}
