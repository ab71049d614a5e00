import { limits, type Prompt, type PromptId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type TenantTransaction } from '../platform/database/index.ts'
import { type Actor, requirePromptEditor } from './access.ts'
import { auditPrompt } from './audit-prompt.ts'
import { presentPrompt } from './present-prompt.ts'

/** Deletes a template, for its owner and the admins of its room or account; it can be restored for a while. */
export async function deletePrompt(trx: TenantTransaction, actor: Actor, promptId: PromptId): Promise<void> {
  const { row, reach } = await requirePromptEditor(trx, actor, promptId)
  await sql`
    update prompt set deleted_at = now() where account_id = ${actor.accountId} and id = ${promptId}`.execute(
    trx,
  )
  await auditPrompt(trx, actor, 'prompt.deleted', reach, row)
}

/** Restores a deleted template; one that is there stays. */
export async function restorePrompt(
  trx: TenantTransaction,
  actor: Actor,
  promptId: PromptId,
): Promise<Prompt> {
  const { row, reach } = await requirePromptEditor(trx, actor, promptId, { isDeleted: true })
  const restored = await sql`
    update prompt set deleted_at = null
    where account_id = ${actor.accountId} and id = ${promptId} and deleted_at is not null returning id`.execute(
    trx,
  )
  if (restored.rows.length > 0) await auditPrompt(trx, actor, 'prompt.restored', reach, row)
  return presentPrompt(actor, reach, row)
}

/** Erases templates that were deleted long enough ago, with what people did with them. Returns how many. */
export const eraseDeletedPrompts = (database: Database): Promise<number> =>
  inSystem(database, async (trx) => {
    const erased = await sql<{ accountId: string; id: string }>`
      delete from prompt where deleted_at < now() - make_interval(days => ${limits.promptUndoDays})
      returning account_id as "accountId", id`.execute(trx)
    await sql`
      delete from prompt_person using unnest(
        ${erased.rows.map(({ accountId }) => accountId)}::text[], ${erased.rows.map(({ id }) => id)}::text[]) as gone (account_id, id)
      where prompt_person.account_id = gone.account_id and prompt_person.prompt_id = gone.id`.execute(trx)
    return erased.rows.length
  })
