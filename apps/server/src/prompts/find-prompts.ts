import { type Language, limits, type PromptHit, type PromptId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fold, readQuery } from '../platform/words/index.ts'
import { type Actor, findPrompts, type PromptRow, type Reach, reachOf } from './access.ts'
import type { Library } from './library.ts'
import { personsLibrary } from './persons-library.ts'
import { presentHit } from './present-prompt.ts'
import { allWords } from './prompt-stems.ts'
import { wordsOf } from './search-words.ts'

/** A few more than are returned: some are dropped when access is checked again. */
const maxCandidates = 3 * limits.promptHits
/** Maximum matching templates that are ranked: in practice all. */
const maxRanked = 100_000

/**
 * Finds the templates that the actor has and Atrium's own by name and words, best first: in the title before elsewhere, starred
 * and last used first. All words must occur, the last one possibly incomplete. Without words, returns starred and used ones.
 */
export async function findByWords(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  { search, language }: { search: string; language: Language },
): Promise<PromptHit[]> {
  const reach = await reachOf(trx, actor)
  const query = readQuery(search)
  const words = wordsOf(search)
  const found = query
    ? await findByStems(trx, actor, reach, allWords(actor.accountId, query), { maxCandidates, maxRanked })
    : await findPrompts(
        trx,
        actor,
        reach,
        sql`prompt.deleted_at is null and (mine.is_starred or mine.used_at is not null or prompt.owner_id = ${actor.userId})
          order by coalesce(mine.is_starred, false) desc, greatest(mine.used_at, prompt.updated_at) desc, prompt.id
          limit ${limits.promptHits}`,
      )
  const ofLibrary = await personsLibrary(
    trx,
    actor,
    library.in(language).filter((template) => words.every((word) => template.words.includes(word))),
  )
  const hits = [
    ...found.map((row) => presentHit(reach, row)),
    ...ofLibrary
      .filter(({ starred }) => query !== null || starred)
      .map((prompt) => presentHit(reach, prompt)),
  ]
  // A stable sort: PostgreSQL's order decides among equals.
  const rankOf = ({ title, starred }: PromptHit) => (isNamed(title, words) ? 0 : 2) + (starred ? 0 : 1)
  return hits.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, limits.promptHits)
}

const isNamed = (title: string, words: readonly string[]) => {
  const folded = fold(title)
  return words.every((word) => folded.includes(word))
}

/** Returns the templates in the actor's reach that a text query finds, best first. */
export async function findByStems(
  trx: TenantTransaction,
  actor: Actor,
  reach: Reach,
  query: string,
  { maxCandidates, maxRanked }: { maxCandidates: number; maxRanked: number },
): Promise<PromptRow[]> {
  const found = await sql<{ id: PromptId }>`
    select id from find_prompt_words(${query}::tsquery, ${reach.rooms.map(({ id }) => id)}::text[], ${maxCandidates}, ${maxRanked}) where id is not null`.execute(
    trx,
  )
  const ids = found.rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await findPrompts(
    trx,
    actor,
    reach,
    sql`prompt.deleted_at is null and prompt.id = any(${ids}::text[])`,
  )
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
