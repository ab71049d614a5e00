import {
  type Language,
  limits,
  type Prompt,
  type PromptHit,
  type PromptId,
  type RoomId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Surprise } from '../platform/words/index.ts'
import { type Actor, findPrompts, type PromptRow, type Reach, reachOf } from './access.ts'
import type { Library } from './library.ts'
import { personsLibrary } from './persons-library.ts'
import { presentHit } from './present-prompt.ts'
import { findByStems } from './find-prompts.ts'
import { anyTwoWords, anyWord, type WeightedStems, weightedStems } from './prompt-stems.ts'
import { similarityTo, type Topic, topicOf } from './similar-words.ts'

type Place = Actor & { roomId: RoomId | null }

/** The best by PostgreSQL's rank, which ignores how rare words are: the similarity then orders them. */
const maxCandidates = 24
/** Maximum matching templates that are ranked, which takes about 3 µs each. */
const maxRanked = 1_000
/** The most surprising words of a topic: they are in few templates. */
const maxStemsLookedFor = 6

/** Suggests at most three templates whose words are similar to a typed text, most similar first (LIB-05). */
export async function suggestSimilar(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  { text, language, surprise }: { text: string; language: Language; surprise: Surprise },
): Promise<PromptHit[]> {
  const topic = topicOf(text, surprise)
  if (topic.size === 0) return []
  const reach = await reachOf(trx, actor)
  const found = await candidatesOf(trx, actor, reach, [...topic.keys()].slice(0, maxStemsLookedFor))
  return [
    ...found.map((row) => ({ hit: presentHit(reach, row), score: similarityTo(topic, weightedStems(row)) })),
    ...library.in(language).map((template) => ({
      hit: presentHit(reach, template),
      // The account's own templates go before Atrium's.
      score: similarityTo(topic, template.stems) * 0.9,
    })),
  ]
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limits.maxPromptsWhileTyping)
    .map(({ hit }) => hit)
}

/** Templates with two of the words; with one where those are too few. */
async function candidatesOf(
  trx: TenantTransaction,
  actor: Actor,
  reach: Reach,
  stems: readonly string[],
): Promise<PromptRow[]> {
  const most = { maxCandidates, maxRanked }
  if (stems.length > 1) {
    const found = await findByStems(trx, actor, reach, anyTwoWords(actor.accountId, stems), most)
    if (found.length >= limits.maxPromptsWhileTyping) return found
  }
  return await findByStems(trx, actor, reach, anyWord(actor.accountId, stems), most)
}

/** Suggests templates for an empty chat: by the person's past use, the room, and the language (LIB-05, CHAT-15). */
export async function suggestForEmptyChat(
  trx: TenantTransaction,
  library: Library,
  actor: Place,
  { language, surprise }: { language: Language; surprise: Surprise },
): Promise<PromptHit[]> {
  const reach = await reachOf(trx, actor)
  const room = reach.rooms.find(({ id }) => id === actor.roomId)
  if (actor.roomId !== null && !room) fail('NOT_FOUND')
  const topic = topicOf(room ? `${room.name}. ${room.description}` : '', surprise)
  const wanted = limits.promptsForEmptyChat
  const rows = await bestOfPeople(trx, actor, reach, language)
  const ofLibrary = await scoredLibrary(trx, library, actor, { language, topic })
  const scored = [
    ...rows.map(({ prompt, score }) => ({
      hit: presentHit(reach, prompt),
      score: score + similarityTo(topic, weightedStems(prompt)) * weights.similarRoom,
      collection: null,
    })),
    ...ofLibrary.map(({ prompt, score }) => ({
      hit: presentHit(reach, prompt),
      score,
      collection: prompt.collection,
    })),
  ].toSorted((one, other) => other.score - one.score)
  const perCollection = new Map<string, number>()
  const varied = scored.filter(({ collection }) => {
    if (collection === null) return true
    const before = perCollection.get(collection) ?? 0
    perCollection.set(collection, before + 1)
    return before < maxPerCollection
  })
  return varied.slice(0, wanted).map(({ hit }) => hit)
}

/** Six templates of one collection would show little of the library. */
const maxPerCollection = 2
/** What makes a template fit an empty chat. */
const weights = {
  starred: 3,
  /** Per use by the person. */
  use: 1,
  maxUses: 5,
  usedLately: 2,
  ofRoom: 3,
  ofAccount: 1,
  language: 2,
  /** Times the similarity to the room's name and description. */
  similarRoom: 4,
} as const

async function bestOfPeople(trx: TenantTransaction, actor: Place, reach: Reach, language: Language) {
  const { accountId, userId, roomId } = actor
  const found = await sql<{ id: PromptId }>`
    (select prompt_id as id from prompt_person
      where account_id = ${accountId} and user_id = ${userId} and (is_starred or used_at is not null)
      order by is_starred desc, use_count desc limit ${maxCandidates})
    union (select id from prompt
      where account_id = ${accountId} and owner_id = ${userId} order by updated_at desc limit ${maxCandidates})
    union (select id from prompt
      where account_id = ${accountId} and scope = 'room' and room_id = ${roomId}
      order by use_count desc limit ${maxCandidates})
    union (select id from prompt
      where account_id = ${accountId} and scope = 'account' and room_id is null
      order by use_count desc limit ${maxCandidates})`.execute(trx)
  const rows = await findPrompts(
    trx,
    actor,
    reach,
    // A template of another room was made for that room.
    sql`prompt.deleted_at is null and prompt.id = any(${found.rows.map(({ id }) => id)}::text[])
      and (prompt.room_id is null or prompt.room_id = ${roomId})`,
  )
  const uses = await usesOf(
    trx,
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((prompt) => ({
    prompt,
    score:
      usedScore(prompt.starred, uses.get(prompt.id)) +
      (prompt.roomId !== null ? weights.ofRoom : prompt.scope === 'account' ? weights.ofAccount : 0) +
      (prompt.language === null ? 0 : prompt.language === language ? weights.language : -weights.language) +
      Math.log1p(prompt.useCount),
  }))
}

async function scoredLibrary(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  { language, topic }: { language: Language; topic: Topic },
): Promise<{ prompt: Prompt; score: number }[]> {
  const templates = library.in(language)
  const stemsOf = new Map<PromptId, WeightedStems>(templates.map(({ promptId, stems }) => [promptId, stems]))
  const prompts = await personsLibrary(trx, actor, templates)
  const uses = await usesOf(
    trx,
    actor,
    prompts.map(({ promptId }) => promptId),
  )
  return prompts.map((prompt) => ({
    prompt,
    score:
      usedScore(prompt.starred, uses.get(prompt.promptId)) +
      weights.language +
      similarityTo(topic, stemsOf.get(prompt.promptId) ?? new Map()) * weights.similarRoom,
  }))
}

type Use = { count: number; isLate: boolean }

const usedScore = (starred: boolean, use: Use = { count: 0, isLate: false }): number =>
  (starred ? weights.starred : 0) +
  weights.use * Math.min(weights.maxUses, use.count) +
  (use.isLate ? weights.usedLately : 0)

async function usesOf(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  promptIds: readonly PromptId[],
): Promise<Map<PromptId, Use>> {
  const found = await sql<Use & { promptId: PromptId }>`
    select prompt_id as "promptId", use_count as count,
      coalesce(used_at > now() - interval '30 days', false) as "isLate"
    from prompt_person
    where account_id = ${accountId} and user_id = ${userId} and prompt_id = any(${[...promptIds]}::text[])`.execute(
    trx,
  )
  return new Map(found.rows.map(({ promptId, ...use }) => [promptId, use]))
}
