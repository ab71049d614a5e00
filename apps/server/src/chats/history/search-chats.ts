import {
  type AnswerPart,
  answerText,
  type ChatId,
  type FoundChat,
  type MessageId,
  plainOfMarkdown,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { excerptOf, type FindQuery, markedLine, readQuery, tsQueryOf } from '../../platform/words/index.ts'
import { roomsFor } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'
import { wordOfOwner } from './chat-words.ts'
import { listed, sharedWith } from './list-chats.ts'

type Place = { chat_id: ChatId; turn_id: TurnId | ''; written_at: Date }

/** Maximum places to consider: all or, for frequent words, the latest. */
const maxPlaces = 1000
const turnsShown = 3

/** Finds the actor's own chats and those shared with them by their words (HIST-04), latest place first. */
export async function searchChats(
  trx: TenantTransaction,
  actor: Actor,
  typed: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ message: FoundChat[]; count: number }> {
  const query = readQuery(typed)
  if (!query) return { message: [], count: 0 }
  const found = [...(await placesOf(trx, actor, query)), ...(await sharedPlacesOf(trx, actor, query))]
  const latestFirst = found.toSorted((one, other) => other.written_at.getTime() - one.written_at.getTime())
  const places = Map.groupBy(latestFirst, (place) => place.chat_id)
  const reachable = await reachableOf(trx, actor, [...places.keys()])
  const chats = [...places].filter(([chatId]) => reachable.has(chatId))
  const shown = chats.slice((page - 1) * pageSize, page * pageSize)
  return { message: await present(trx, actor, query, shown), count: chats.length }
}

/**
 * The places of all words, the latest first. Uses the word index for rare words; scanning the latest turns is faster for frequent
 * ones.
 */
async function placesOf(trx: TenantTransaction, actor: Actor, query: FindQuery): Promise<Place[]> {
  const words = tsQueryOf({ ...query, stems: [wordOfOwner(actor), ...query.stems] })
  const found = await sql<Place>`
    select chat_id, turn_id, written_at from find_chat_words(${words}::tsquery, ${maxPlaces + 1})`.execute(
    trx,
  )
  if (found.rows.length <= maxPlaces) return found.rows
  const newest = await sql<Place>`
    select chat_id, turn_id, written_at from find_newest_chat_words(${words}::tsquery, ${maxPlaces})`.execute(
    trx,
  )
  return newest.rows
}

/** The latest places of all words in the chats that others share with the actor. */
async function sharedPlacesOf(trx: TenantTransaction, actor: Actor, query: FindQuery): Promise<Place[]> {
  const rooms = await roomsFor(trx, actor)
  if (rooms.length === 0) return []
  const found = await sql<Place>`
    select chat_id, turn_id, written_at
    from find_words_of_rooms(${tsQueryOf(query)}::tsquery, ${rooms.map(({ id }) => id)}::text[], ${maxPlaces})`.execute(
    trx,
  )
  return found.rows
}

/** Returns the given chats that the history would show the actor now. */
async function reachableOf(trx: TenantTransaction, actor: Actor, chatIds: ChatId[]): Promise<Set<ChatId>> {
  const found = await sql<{ id: ChatId }>`
    select id from chat where id = any(${chatIds}) and (${listed(actor, { scope: 'all' })} or (${sharedWith(actor)}))`.execute(
    trx,
  )
  return new Set(found.rows.map(({ id }) => id))
}

async function present(
  trx: TenantTransaction,
  { accountId }: Actor,
  query: FindQuery,
  found: readonly (readonly [ChatId, readonly Place[]])[],
): Promise<FoundChat[]> {
  const chats = await sql<{ id: ChatId; title: string; room_id: FoundChat['roomId']; asked_at: Date }>`
    select id, title, room_id, asked_at from chat
    where account_id = ${accountId} and id = any(${found.map(([chatId]) => chatId)})`.execute(trx)
  const turnIds = found.flatMap(([, places]) => turnsOf(places))
  const turns = await sql<FoundTurn>`
    select turn.id, message.id as "messageId", message.text as question, turn.parts
    from turn join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = any(${turnIds})`.execute(trx)
  const turnById = new Map(turns.rows.map((turn) => [turn.id, turn]))
  return found.flatMap(([chatId, places]) => {
    const chat = chats.rows.find(({ id }) => id === chatId)
    if (!chat) return []
    return {
      chatId,
      chatTitle: markedLine(plainOfMarkdown(chat.title) || chat.title, query),
      roomId: chat.room_id,
      date: chat.asked_at.toISOString(),
      hits: hitsOf(
        query,
        turnsOf(places).flatMap((turnId) => turnById.get(turnId) ?? []),
      ),
    }
  })
}

const turnsOf = (places: readonly Place[]): TurnId[] =>
  places.flatMap(({ turn_id }) => turn_id || []).slice(0, turnsShown)

type FoundTurn = { id: TurnId; messageId: MessageId; question: string; parts: AnswerPart[] }

/**
 * The part of each turn that matches more of the words; on a tie the question. A question with several answers is shown once.
 */
function hitsOf(query: FindQuery, turns: readonly FoundTurn[]): FoundChat['hits'] {
  const shown = new Set<MessageId>()
  return turns.flatMap((turn) => {
    const question = shown.has(turn.messageId) ? null : plainExcerptOf(turn.question, query)
    const answer = plainExcerptOf(answerText(turn.parts), query)
    if (answer && answer.wordCount > (question?.wordCount ?? 0))
      return { turnId: turn.id, part: 'answer' as const, excerpt: answer.segments }
    if (!question) return []
    shown.add(turn.messageId)
    return { turnId: turn.id, part: 'question' as const, excerpt: question.segments }
  })
}

/** An excerpt as plain text; a word that occurs only in markup, such as a link's address, keeps the markup. */
const plainExcerptOf = (markdown: string, query: FindQuery) =>
  excerptOf(plainOfMarkdown(markdown), query) ?? excerptOf(markdown, query)
