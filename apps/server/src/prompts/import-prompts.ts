import type { PromptInFile, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'
import { createPrompt } from './save-prompt.ts'

type PromptsToImport = {
  templates: readonly PromptInFile[]
  source?: 'mine' | 'room' | 'account' | undefined
  roomId?: RoomId | undefined
}

/**
 * Creates the actor's templates from a file, for the actor alone, a room or the account: all, or none when one fails. Skips those
 * whose title and text the actor already has in the same place, and repeated ones, so that a second import changes nothing.
 */
export async function importPrompts(
  trx: TenantTransaction,
  actor: Actor,
  { templates, source = 'mine', roomId }: PromptsToImport,
): Promise<{ createdCount: number; skippedCount: number }> {
  const keyOf = ({ title, promptText }: Pick<PromptInFile, 'title' | 'promptText'>) =>
    JSON.stringify([title, promptText])
  const known = await sql<Pick<PromptInFile, 'title' | 'promptText'>>`
    select title, prompt_text as "promptText" from prompt
    where account_id = ${actor.accountId} and owner_id = ${actor.userId} and deleted_at is null
      and scope = ${source} and room_id is not distinct from ${roomId ?? null}
      and title = any(${templates.map(({ title }) => title)}::text[])`.execute(trx)
  const has = new Set(known.rows.map(keyOf))
  let createdCount = 0
  for (const template of templates) {
    const key = keyOf(template)
    if (has.has(key)) continue
    has.add(key)
    await createPrompt(trx, actor, { ...template, source, ...(roomId && { roomId }) })
    createdCount++
  }
  return { createdCount, skippedCount: templates.length - createdCount }
}
