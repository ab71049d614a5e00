import type { Prompt, PromptId, PromptVersion } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requirePromptEditor } from './access.ts'
import { changePrompt } from './save-prompt.ts'

type VersionRow = Omit<PromptVersion, 'changedAt'> & { changedAt: Date }

/** Returns the versions of a template, newest first; for people who may edit it. */
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
  return found.rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
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
