import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type ChatId,
  type ChatSource,
  AUTO_MODEL_ID,
  type ImportedChat,
  type ImportOutcome,
  limits,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { sql } from 'kysely'
import {
  advisoryLock,
  type Database,
  inTenant,
  jsonText,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'
import { wordsOf } from '../history/chat-words.ts'
import { labelsNamed } from '../labels/labels.ts'

type ChatsToImport = { roomId: RoomId; source: ChatSource; chats: readonly ImportedChat[] }

/** The earlier imports of the given chats. */
type Known = { sourceId: string; chatId: ChatId; isDeleted: boolean }

/**
 * Imports chats into a room as the actor's own, with branches, dates, labels and search words, all or none. Chats that the actor
 * already has stay unchanged; deleted ones are restored.
 */
export async function importChats(
  database: Database,
  actor: Actor,
  { roomId, source, chats }: ChatsToImport,
): Promise<ImportOutcome[]> {
  const prepared: Rows[] = []
  for (const chat of chats) prepared.push(await rowsOf(actor, chat))
  return await inTenant(database, actor, async (trx) => {
    if (!(await mayUseRoom(trx, actor, roomId))) fail('NOT_FOUND')
    // Two tabs that import the same file run one after the other.
    await advisoryLock(trx, `import ${actor.accountId} ${actor.userId}`)
    await refuseTooMany(trx, actor, chats.length)
    const known = await knownOf(trx, actor, source, chats)
    await restore(trx, actor, known)
    const outcomes: ImportOutcome[] = []
    for (const rows of prepared) {
      const { sourceId } = rows.chat
      const before = known.get(sourceId)
      if (before) {
        outcomes.push({
          sourceId,
          chatId: before.chatId,
          outcome: before.isDeleted ? 'restored' : 'existing',
        })
        continue
      }
      await write(trx, actor, { roomId, source, rows })
      // The same chat twice in one file.
      known.set(sourceId, { sourceId, chatId: rows.chatId, isDeleted: false })
      outcomes.push({ sourceId, chatId: rows.chatId, outcome: 'imported' })
    }
    return outcomes
  })
}

/** Counts a person's imported chats per day one batch after another, so that concurrent ones can't exceed the limit together. */
async function refuseTooMany(trx: TenantTransaction, { accountId, userId }: Actor, count: number) {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from chat
    where account_id = ${accountId} and owner_id = ${userId} and imported_at > now() - interval '1 day'`.execute(
    trx,
  )
  if ((found.rows[0]?.count ?? 0) + count > limits.chatsImportedPerDay)
    fail('RATE_LIMITED', { retryAfterSeconds: 3600 })
}

/** Returns the chats that the actor already has, by their source ids: imported before or, for an Atrium export, the originals. */
async function knownOf(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  source: ChatSource,
  chats: readonly ImportedChat[],
): Promise<Map<string, Known>> {
  const sourceIds = chats.map((chat) => chat.sourceId)
  const found = await sql<Known>`
    select imported_id as "sourceId", id as "chatId", deleted_at is not null as "isDeleted" from chat
    where account_id = ${accountId} and owner_id = ${userId} and imported_from = ${source}
      and imported_id = any(${sourceIds})
    union all
    select id, id, deleted_at is not null from chat
    where ${source} = 'atrium' and account_id = ${accountId} and owner_id = ${userId} and id = any(${sourceIds})
      and not is_temporary`.execute(trx)
  return new Map(found.rows.map((known) => [known.sourceId, known]))
}

async function restore(trx: TenantTransaction, { accountId }: Actor, known: ReadonlyMap<string, Known>) {
  const deleted = [...known.values()].filter(({ isDeleted }) => isDeleted).map(({ chatId }) => chatId)
  if (deleted.length === 0) return
  await sql`update chat set deleted_at = null where account_id = ${accountId} and id = any(${deleted})`.execute(
    trx,
  )
}

type Rows = Awaited<ReturnType<typeof rowsOf>>

/** The rows of a chat under new ids. Stemming takes time: yields between turns. */
async function rowsOf(actor: Actor, chat: ImportedChat) {
  const messageIds = chat.turns.map(() => mintId('message'))
  const turnIds = chat.turns.map(() => mintId('turn'))
  const turns = []
  const words = []
  for (const [index, turn] of chat.turns.entries()) {
    const first = turn.sameQuestionAs
    const messageId = (first === null ? undefined : messageIds[first]) ?? messageIds[index]
    if (messageId !== undefined && first !== null) messageIds[index] = messageId
    turns.push({
      id: turnIds[index],
      parent_turn_id: turn.parent === null ? null : turnIds[turn.parent],
      position: index + 1,
      message_id: messageId,
      is_first_answer: first === null,
      question: turn.question,
      asked_at: turn.askedAt,
      ended_at: turn.answeredAt ?? turn.askedAt,
      model_name: turn.modelName,
      state: turn.state,
      rating: turn.rating,
      parts: [
        ...(turn.reasoning ? [{ type: 'reasoning', id: 'reasoning-1', text: turn.reasoning }] : []),
        ...(turn.answer ? [{ type: 'text', id: 'text-1', text: turn.answer }] : []),
      ],
    })
    const text = `${first === null ? turn.question : ''}\n${turn.answer}`
    words.push({
      turn_id: turnIds[index],
      written_at: turn.askedAt,
      words: wordsOf(actor, text),
    })
    await yieldToEventLoop()
  }
  words.push({ turn_id: '', written_at: chat.createdAt, words: wordsOf(actor, chat.title) })
  return { chat, chatId: mintId('chat'), turnIds, turns, words }
}

async function write(
  trx: TenantTransaction,
  actor: Actor,
  { roomId, source, rows }: { roomId: RoomId; source: ChatSource; rows: Rows },
): Promise<void> {
  const { accountId, userId } = actor
  const { chat, chatId, turnIds } = rows
  const turns = JSON.stringify(rows.turns)
  const current = turnIds[chat.currentTurn ?? turnIds.length - 1] ?? null
  // Dates in the future are set to now, since the newest is first in every list.
  await sql`
    insert into chat (account_id, id, room_id, owner_id, title, title_source, current_turn_id, question_count, is_starred,
      created_at, asked_at, imported_from, imported_id, imported_at)
    select ${accountId}, ${chatId}, ${roomId}, ${userId}, ${chat.title}, 'person', ${current}, ${turnIds.length},
      ${chat.isStarred}, least(${chat.createdAt}::timestamptz, now()), least(max(asked_at), now()),
      ${source}, ${chat.sourceId}, now()
    from jsonb_to_recordset(${turns}::jsonb) as turn (asked_at timestamptz)`.execute(trx)
  await sql`
    insert into message (account_id, chat_id, id, author_id, text, created_at)
    select ${accountId}, ${chatId}, message_id, ${userId}, question, least(asked_at, now())
    from jsonb_to_recordset(${turns}::jsonb)
      as turn (message_id text, question text, asked_at timestamptz, is_first_answer boolean)
    where is_first_answer`.execute(trx)
  // No model was asked, so there is no attempt, lease or log; regenerating uses Auto.
  await sql`
    insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, asked_by, requested_model_id,
      style, request_hash, state, model_name, parts, last_event_id, rating, started_at, ended_at)
    select ${accountId}, id, ${chatId}, parent_turn_id, position, message_id, ${userId}, ${AUTO_MODEL_ID},
      'quick', 'imported', state, model_name, parts, 1, rating,
      least(asked_at, now()), least(ended_at, now())
    from jsonb_to_recordset(${turns}::jsonb) as turn (id text, parent_turn_id text, position int, message_id text,
      state text, model_name text, parts jsonb, rating text, asked_at timestamptz, ended_at timestamptz)`.execute(
    trx,
  )
  await sql`
    insert into chat_words (account_id, chat_id, turn_id, owner_id, written_at, words)
    select ${accountId}, ${chatId}, turn_id, ${userId}, least(written_at, now()), array_to_tsvector(words)
    from jsonb_to_recordset(${jsonText(rows.words)}::jsonb)
      as found (turn_id text, written_at timestamptz, words text[])`.execute(trx)
  if (chat.labels.length === 0) return
  const labelIds = await labelsNamed(trx, actor, chat.labels)
  await sql`
    insert into chat_labelled (account_id, chat_id, label_id)
    select ${accountId}, ${chatId}, label_id from unnest(${labelIds}::text[]) as label_id
    on conflict do nothing`.execute(trx)
}
