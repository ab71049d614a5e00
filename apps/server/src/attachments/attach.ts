import {
  type AccountId,
  type AttachedDocument,
  type Attachment,
  attachmentTypes,
  type ChatId,
  type FileId,
  type MessageId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Statement, statement, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './ports.ts'

/** A picture with its storage key. */
export type StoredAttachment = Attachment & { storageKey: string }
/** A document with its storage key. */
export type StoredDocument = Omit<AttachedDocument, 'state'> & { storageKey: string }
/** An attachment of a question. */
export type Attached = StoredAttachment | StoredDocument

export const isPicture = (file: Attached): file is StoredAttachment =>
  attachmentTypes.some((type) => type === file.contentType)

/** Returns the files of these ids in order if this person uploaded all of them; else throws NOT_FOUND. */
export async function requireAttachments(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  ids: readonly FileId[],
): Promise<Attached[]> {
  if (ids.length === 0) return []
  const found = await sql<Attached>`
    select id, name, content_type as "contentType", size_bytes as "sizeBytes", storage_key as "storageKey" from attachment
    where account_id = ${accountId} and owner_id = ${userId} and stored_at is not null and id = any(${[...ids]})
    for share`.execute(trx)
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? fail('NOT_FOUND'))
}

/** Attaches these files to a question. */
export const attach = (
  accountId: AccountId,
  messageId: MessageId,
  files: readonly Pick<Attached, 'id'>[],
): Statement =>
  statement(sql`
    insert into message_attachment (account_id, message_id, file_id, position)
    select ${accountId}, ${messageId}, file_id, position
    from unnest(${files.map(({ id }) => id)}::text[]) with ordinality as given (file_id, position)`)

/** Returns the attachments of questions by question, in one statement; omits questions without any. */
export async function attachmentsOf(
  trx: TenantTransaction,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Attached[]>> {
  if (messageIds.length === 0) return new Map()
  const found = await sql<Attached & { messageId: MessageId }>`
    select message_attachment.message_id as "messageId", attachment.id, attachment.name,
      attachment.content_type as "contentType", attachment.size_bytes as "sizeBytes", attachment.storage_key as "storageKey"
    from message_attachment
    join attachment on attachment.account_id = message_attachment.account_id and attachment.id = message_attachment.file_id
    where message_attachment.account_id = ${accountId} and message_attachment.message_id = any(${[...messageIds]})
    order by message_attachment.position`.execute(trx)
  const files = new Map<MessageId, Attached[]>()
  for (const { messageId, ...file } of found.rows)
    files.set(messageId, [...(files.get(messageId) ?? []), file])
  return files
}

/** Returns the documents attached to a chat's questions, on all branches. */
export async function documentsOfChat(
  trx: TenantTransaction,
  accountId: AccountId,
  chatId: ChatId,
): Promise<{ messageId: MessageId; id: FileId; name: string }[]> {
  const found = await sql<{ messageId: MessageId; id: FileId; name: string }>`
    select message.id as "messageId", attachment.id, attachment.name
    from message
    join message_attachment as attached on attached.account_id = message.account_id and attached.message_id = message.id
    join attachment on attachment.account_id = attached.account_id and attachment.id = attached.file_id
    where message.account_id = ${accountId} and message.chat_id = ${chatId}
      and attachment.content_type <> all(${[...attachmentTypes]})
    order by message.created_at, attached.position`.execute(trx)
  return found.rows
}
