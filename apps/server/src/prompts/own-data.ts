import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['prompt.owner_id', 'prompt_version.changed_by', 'prompt_person.user_id'],
  read: async (trx, userId) => ({
    'question-templates': await templatesOf(trx, userId),
    'template-versions': await versionsOf(trx, userId),
    'template-uses': await templateUsesOf(trx, userId),
  }),
}

/** The templates that they made: their own, and those that they shared. */
const templatesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", scope as source, room_id as "roomId", title, prompt_text as "promptText",
        description, tags, collection, language, model_id as "modelId", modifiers, created_at as "createdAt"
      from prompt where owner_id = ${userId} and deleted_at is null order by created_at`,
  )

const templateUsesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", prompt_id as "promptId", is_starred as "isStarred",
        last_values as "lastValues", use_count as "useCount", used_at as "usedAt"
      from prompt_person where user_id = ${userId} order by used_at, prompt_id`,
  )

/** The versions that they wrote, of their own templates and of shared ones. */
const versionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select version.account_id as "accountId", version.prompt_id as "promptId", version.version, version.title,
        version.prompt_text as "promptText", version.description, version.changed_at as "changedAt"
      from prompt_version as version
      join prompt on prompt.account_id = version.account_id and prompt.id = version.prompt_id
      where version.changed_by = ${userId} and prompt.deleted_at is null order by version.changed_at, version.prompt_id, version.version`,
  )
