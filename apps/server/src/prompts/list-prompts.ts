import type { Language, Prompt, PromptSource, RoomId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, findPrompts, inReach, type Reach, reachOf } from './access.ts'
import type { Library } from './library.ts'
import { personsLibrary } from './persons-library.ts'
import { presentPrompt } from './present-prompt.ts'
import { wordsOf } from './search-words.ts'

/** Where templates are listed: the room decides which are 'of this room'. */
export type Place = Actor & { roomId: RoomId | null }
export type PromptChoice = {
  source: PromptSource
  language: Language
  search?: string
  tags?: readonly string[] | undefined
  collection?: string | undefined
}
type Page = { page: number; pageSize: number }

/** Returns a page of the templates of a source. Atrium's own come last, in their own order. */
export async function listPrompts(
  trx: TenantTransaction,
  library: Library,
  actor: Place,
  choice: PromptChoice,
  { page, pageSize }: Page,
): Promise<{ data: Prompt[]; count: number }> {
  const reach = await reachOf(trx, actor)
  const start = (page - 1) * pageSize
  const own = await countPrompts(trx, actor, reach, choice)
  const rows = await findPrompts(
    trx,
    actor,
    reach,
    sql`${chosen(actor, reach, choice)}
      order by greatest(mine.used_at, prompt.updated_at) desc, prompt.id limit ${pageSize} offset ${start}`,
  )
  const ofLibrary = await libraryOf(trx, library, actor, choice)
  const rest = ofLibrary.slice(Math.max(0, start - own), Math.max(0, start + pageSize - own))
  return {
    data: [...rows.map((row) => presentPrompt(actor, reach, row)), ...rest],
    count: own + ofLibrary.length,
  }
}

async function countPrompts(
  trx: TenantTransaction,
  actor: Place,
  reach: Reach,
  choice: PromptChoice,
): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from prompt
    left join prompt_person as mine
      on mine.account_id = prompt.account_id and mine.user_id = ${actor.userId} and mine.prompt_id = prompt.id
    where ${inReach(actor, reach)} and ${chosen(actor, reach, choice)}`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

/** Selects people's templates that match a choice, from `prompt` and the actor's row for it, `mine`. */
function chosen(
  { roomId, userId }: Place,
  { rooms }: Reach,
  { source, search = '', tags = [], collection }: PromptChoice,
): RawBuilder<boolean> {
  if (source === 'room' && roomId !== null && !rooms.some(({ id }) => id === roomId)) fail('NOT_FOUND')
  return sql<boolean>`
    prompt.deleted_at is null
    and case ${source}::text
      when 'starred' then coalesce(mine.is_starred, false)
      when 'mine' then prompt.owner_id = ${userId}
      when 'account' then prompt.scope = 'account'
      when 'room' then prompt.scope = 'room' and (${roomId}::text is null or prompt.room_id = ${roomId})
      else false
    end
    and not exists (
      select from unnest(${wordsOf(search)}::text[]) as word where strpos(prompt.words, word) = 0)
    and prompt.tags @> ${[...tags]}::text[]
    and (${collection ?? null}::text is null or prompt.collection = ${collection ?? null})`
}

async function libraryOf(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  { source, language, search = '', tags = [], collection }: PromptChoice,
): Promise<Prompt[]> {
  if (source !== 'atrium' && source !== 'starred') return []
  const words = wordsOf(search)
  const found = library
    .in(language)
    .filter(
      (template) =>
        words.every((word) => template.words.includes(word)) &&
        tags.every((tag) => template.tags.includes(tag)) &&
        (collection === undefined || template.collection === collection),
    )
  const prompts = await personsLibrary(trx, actor, found)
  return source === 'starred' ? prompts.filter(({ starred }) => starred) : prompts
}

/** Counts the values of a list of templates, by value. */
const countedBy = (prompts: readonly Prompt[], valuesOf: (prompt: Prompt) => readonly string[]) => {
  const counts = new Map<string, number>()
  for (const value of prompts.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

type Counted = { name: string; count: number }

/** Returns the tags or collections of a source with their numbers of templates, by name. */
export async function listGroups(
  trx: TenantTransaction,
  library: Library,
  actor: Place,
  choice: Pick<PromptChoice, 'source' | 'language'>,
  group: 'tags' | 'collection',
): Promise<Counted[]> {
  const reach = await reachOf(trx, actor)
  const found = await sql<Counted>`
    select named.name, count(*)::int as count
    from prompt
    left join prompt_person as mine
      on mine.account_id = prompt.account_id and mine.user_id = ${actor.userId} and mine.prompt_id = prompt.id
    cross join lateral unnest(
      case when ${group}::text = 'tags' then prompt.tags else array_remove(array[prompt.collection], null) end) as named (name)
    where ${inReach(actor, reach)} and ${chosen(actor, reach, choice)}
    group by named.name`.execute(trx)
  const counts = countedBy(await libraryOf(trx, library, actor, choice), (prompt) =>
    group === 'tags' ? prompt.tags : prompt.collection === null ? [] : [prompt.collection],
  )
  for (const { name, count } of found.rows) counts.set(name, (counts.get(name) ?? 0) + count)
  const collator = new Intl.Collator(choice.language)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => collator.compare(one.name, other.name))
}
