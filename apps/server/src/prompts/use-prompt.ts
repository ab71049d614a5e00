import { type Language, limits, type Prompt, type PromptId, variablesOf } from '@atrium/contract'
import { sql } from 'kysely'
import { jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, isOfLibrary, reachOf, requirePrompt } from './access.ts'
import type { Library } from './library.ts'
import { personsLibrary } from './persons-library.ts'
import { presentPrompt } from './present-prompt.ts'

/** Returns a template that the actor has, of people or of Atrium's own library. */
export async function openPrompt(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  promptId: PromptId,
  language: Language,
): Promise<Prompt> {
  if (isOfLibrary(promptId)) {
    const found = library.in(language).filter((template) => template.promptId === promptId)
    return (await personsLibrary(trx, actor, found))[0] ?? fail('NOT_FOUND')
  }
  const reach = await reachOf(trx, actor)
  return presentPrompt(actor, reach, await requirePrompt(trx, actor, reach, promptId))
}

/** Returns the actor's last values of a template's variables; none before the first use. */
export async function lastValuesOf(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  promptId: PromptId,
): Promise<Record<string, string>> {
  const found = await sql<{ values: Record<string, string> }>`
    select last_values as values from prompt_person
    where account_id = ${accountId} and user_id = ${userId} and prompt_id = ${promptId}`.execute(trx)
  return found.rows[0]?.values ?? {}
}

export async function starPrompt(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  promptId: PromptId,
  starred: boolean,
): Promise<void> {
  await openPrompt(trx, library, actor, promptId, 'en')
  await sql`
    insert into prompt_person (account_id, user_id, prompt_id, is_starred)
    values (${actor.accountId}, ${actor.userId}, ${promptId}, ${starred})
    on conflict (account_id, user_id, prompt_id) do update set is_starred = excluded.is_starred`.execute(trx)
}

/** Counts a use and keeps the values of the template's variables for the actor's next one. Returns the count of all uses. */
export async function usePrompt(
  trx: TenantTransaction,
  library: Library,
  actor: Actor,
  promptId: PromptId,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const { promptText, useCount } = await openPrompt(trx, library, actor, promptId, 'en')
  const names = isOfLibrary(promptId)
    ? Object.keys(values).slice(0, limits.maxPromptVariables)
    : variablesOf(promptText).map(({ name }) => name)
  const kept = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [])),
  )
  await sql`
    insert into prompt_person (account_id, user_id, prompt_id, last_values, use_count, used_at)
    values (${actor.accountId}, ${actor.userId}, ${promptId}, ${jsonText(kept)}::jsonb, 1, now())
    on conflict (account_id, user_id, prompt_id) do update set
      last_values = excluded.last_values, use_count = prompt_person.use_count + 1, used_at = excluded.used_at`.execute(
    trx,
  )
  await sql`
    update prompt set use_count = use_count + 1
    where account_id = ${actor.accountId} and id = ${promptId}`.execute(trx)
  return useCount + 1
}
