import type { Prompt, PromptId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'
import type { LibraryTemplate } from './library.ts'

/** Returns templates of Atrium's own library with the actor's stars, and how often the account used them. */
export async function personsLibrary(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  templates: readonly LibraryTemplate[],
): Promise<Prompt[]> {
  const ids = templates.map(({ promptId }) => promptId)
  const found = await sql<{ promptId: PromptId; starred: boolean; useCount: number }>`
    select prompt_id as "promptId", coalesce(bool_or(is_starred and user_id = ${userId}), false) as starred,
      coalesce(sum(use_count), 0)::int as "useCount"
    from prompt_person where account_id = ${accountId} and prompt_id = any(${ids}::text[])
    group by prompt_id`.execute(trx)
  const known = new Map(found.rows.map((row) => [row.promptId, row]))
  return templates.map(({ words: _words, stems: _stems, ...template }) => ({
    ...template,
    starred: known.get(template.promptId)?.starred ?? false,
    useCount: known.get(template.promptId)?.useCount ?? 0,
  }))
}
