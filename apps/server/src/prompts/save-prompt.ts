import {
  limits,
  mintId,
  type NewPrompt,
  type Prompt,
  type PromptChange,
  type PromptId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { requireChat } from '../chats/index.ts'
import { advisoryLock, jsonText, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import { type Actor, reachOf, requirePrompt, requirePromptEditor } from './access.ts'
import { auditPrompt } from './audit-prompt.ts'
import { presentPrompt } from './present-prompt.ts'
import { stemsVector } from './prompt-stems.ts'
import { searchedWords } from './search-words.ts'

/** Creates a template of the actor's. Shared with a room, it must be one that they may use. */
export async function createPrompt(trx: TenantTransaction, actor: Actor, given: NewPrompt): Promise<Prompt> {
  const { accountId, userId } = actor
  const { title, promptText, description = '', collection = null, source = 'mine' } = given
  const tags = distinct(given.tags ?? [])
  const roomId = given.roomId ?? null
  if (roomId !== null) await requireRoom(trx, actor, roomId)
  if (given.chatId !== undefined) await requireChat(trx, actor, given.chatId, 'read')
  await refuseTooMany(trx, actor)
  const id = mintId('prompt')
  const worded = { title, promptText, description, tags, collection }
  await sql`
    insert into prompt (account_id, id, owner_id, private_to, scope, room_id, chat_id, title, prompt_text, description,
      tags, collection, language, model_id, modifiers, words, stems)
    values (${accountId}, ${id}, ${userId}, ${source === 'mine' ? userId : null}, ${source}, ${roomId},
      ${given.chatId ?? null}, ${title}, ${promptText}, ${description}, ${tags}::text[], ${collection},
      ${given.language ?? null}, ${given.modelId ?? null}, ${jsonText(given.modifiers ?? {})}::jsonb,
      ${searchedWords(worded)}, ${stemsVector(accountId, worded)}::tsvector)`.execute(trx)
  await writeVersion(trx, actor, id)
  const reach = await reachOf(trx, actor)
  const row = await requirePrompt(trx, actor, reach, id)
  await auditPrompt(trx, actor, 'prompt.shared', reach, row)
  return presentPrompt(actor, reach, row)
}

/**
 * Changes a template, for its owner and the admins of its room or account; only its owner may change how it is shared. A new title, text or
 * description is a new version.
 */
export async function changePrompt(
  trx: TenantTransaction,
  actor: Actor,
  promptId: PromptId,
  change: PromptChange,
): Promise<Prompt> {
  const { row: before, reach } = await requirePromptEditor(trx, actor, promptId)
  if (change.version !== undefined && change.version !== before.version) fail('CONFLICT')
  const scope = change.source ?? before.scope
  const roomId = change.source === undefined ? before.roomId : (change.roomId ?? null)
  const isMoved = scope !== before.scope || roomId !== before.roomId
  if (isMoved && before.ownerId !== actor.userId) fail('FORBIDDEN')
  if (isMoved && roomId !== null) await requireRoom(trx, actor, roomId)
  const after = {
    title: change.title ?? before.title,
    promptText: change.promptText ?? before.promptText,
    description: change.description ?? before.description,
    tags: distinct(change.tags ?? before.tags),
    collection: change.collection === undefined ? before.collection : change.collection,
    language: change.language === undefined ? before.language : change.language,
    modelId: change.modelId === undefined ? before.modelId : change.modelId,
    modifiers: change.modifiers ?? before.modifiers,
  }
  const isNewVersion =
    after.title !== before.title ||
    after.promptText !== before.promptText ||
    after.description !== before.description
  await sql`
    update prompt set title = ${after.title}, prompt_text = ${after.promptText}, description = ${after.description},
      tags = ${after.tags}::text[], collection = ${after.collection}, language = ${after.language},
      model_id = ${after.modelId}, modifiers = ${jsonText(after.modifiers)}::jsonb, words = ${searchedWords(after)},
      stems = ${stemsVector(actor.accountId, after)}::tsvector,
      scope = ${scope}, room_id = ${roomId}, private_to = ${scope === 'mine' ? actor.userId : null},
      version = version + ${isNewVersion ? 1 : 0}, updated_at = now()
    where account_id = ${actor.accountId} and id = ${promptId}`.execute(trx)
  if (isNewVersion) await writeVersion(trx, actor, promptId)
  const row = await requirePrompt(trx, actor, reach, promptId)
  if (isMoved && scope === 'mine') await auditPrompt(trx, actor, 'prompt.changed', reach, before)
  else await auditPrompt(trx, actor, isMoved ? 'prompt.shared' : 'prompt.changed', reach, row)
  return presentPrompt(actor, reach, row)
}

const distinct = (tags: readonly string[]) => [...new Set(tags)]

/** Counts the actor's templates, one request after another. */
export async function refuseTooMany(trx: TenantTransaction, { accountId, userId }: Actor): Promise<void> {
  await advisoryLock(trx, `prompts ${accountId} ${userId}`)
  const found = await sql<{ count: number }>`
    select count(*)::int as count from prompt
    where account_id = ${accountId} and owner_id = ${userId} and deleted_at is null`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= limits.maxPromptsPerPerson) fail('TOO_MANY_PROMPTS')
}

/** Keeps the current content of a template as its newest version; deletes the oldest beyond the limit. */
async function writeVersion(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  promptId: PromptId,
): Promise<void> {
  await sql`
    insert into prompt_version (account_id, prompt_id, version, title, prompt_text, description, changed_by)
    select account_id, id, version, title, prompt_text, description, ${userId} from prompt
    where account_id = ${accountId} and id = ${promptId}`.execute(trx)
  await sql`
    delete from prompt_version where account_id = ${accountId} and prompt_id = ${promptId} and version <= (
      select version from prompt where account_id = ${accountId} and id = ${promptId}) - ${limits.promptVersionsKept}::int`.execute(
    trx,
  )
}
