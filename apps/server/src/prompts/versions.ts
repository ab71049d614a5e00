import type { Prompt, PromptId, PromptResults, PromptVersion } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requirePromptEditor } from './access.ts'
import { changePrompt } from './save-prompt.ts'

type VersionRow = Omit<PromptVersion, 'changedAt' | 'results'> & { changedAt: Date }

/** Returns the versions of a template with their results, newest first; for people who may edit it. */
export async function listVersions(
  trx: TenantTransaction,
  actor: Actor,
  promptId: PromptId,
): Promise<PromptVersion[]> {
  await requirePromptEditor(trx, actor, promptId)
  const found = await sql<VersionRow>`
    select version, title, prompt_text as "promptText", description, person.name as "changedBy", changed_at as "changedAt"
    from prompt_version left join identity_user as person on person.id = changed_by
    where account_id = ${actor.accountId} and prompt_id = ${promptId} order by version desc`.execute(trx)
  const results = await resultsOf(trx, actor, promptId)
  return found.rows.map((row) => ({
    ...row,
    changedAt: row.changedAt.toISOString(),
    results: results.get(row.version) ?? noResults,
  }))
}

const noResults: PromptResults = {
  questionCount: 0,
  personCount: 0,
  goodCount: 0,
  badCount: 0,
  medianCredits: null,
}

type ResultRow = Omit<PromptResults, 'medianCredits'> & { version: number; medianMilli: number | null }

/**
 * Sums up the questions that were asked with a template, by its version. Names no person and no chat. Counts those of people who
 * used it (`use-prompt.ts`, which checks that they have it): any question may name a template.
 */
async function resultsOf(
  trx: TenantTransaction,
  { accountId }: Actor,
  promptId: PromptId,
): Promise<Map<number, PromptResults>> {
  const found = await sql<ResultRow>`
    select prompt_version as version, count(*)::int as "questionCount", count(distinct asked_by)::int as "personCount",
      count(*) filter (where rating = 'up')::int as "goodCount", count(*) filter (where rating = 'down')::int as "badCount",
      percentile_cont(0.5) within group (order by credits_charged_milli) as "medianMilli"
    from turn
    where account_id = ${accountId} and prompt_id = ${promptId} and prompt_version is not null
      and exists (
        select from prompt_person
        where prompt_person.account_id = turn.account_id and prompt_person.user_id = turn.asked_by
          and prompt_person.prompt_id = turn.prompt_id and prompt_person.use_count > 0)
    group by prompt_version`.execute(trx)
  return new Map(
    found.rows.map(({ version, medianMilli, ...counts }) => [
      version,
      { ...counts, medianCredits: medianMilli === null ? null : medianMilli / 1000 },
    ]),
  )
}

/** Makes an earlier version the newest. The version that was newest stays in the list. */
export async function restoreVersion(
  trx: TenantTransaction,
  actor: Actor,
  promptId: PromptId,
  version: number,
): Promise<Prompt> {
  await requirePromptEditor(trx, actor, promptId)
  const found = await sql<Pick<PromptVersion, 'title' | 'promptText' | 'description'>>`
    select title, prompt_text as "promptText", description from prompt_version
    where account_id = ${actor.accountId} and prompt_id = ${promptId} and version = ${version}`.execute(trx)
  return await changePrompt(trx, actor, promptId, found.rows[0] ?? fail('NOT_FOUND'))
}
