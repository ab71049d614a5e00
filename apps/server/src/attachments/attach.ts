import type { AccountId, Attachment, FileId, MessageId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './ports.ts'

/** A picture with where its bytes are. */
export type StoredAttachment = Attachment & { storageKey: string }

/** The pictures of these ids in their order, if this very person uploaded every one of them; else NOT_FOUND. */
export async function requireAttachments(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  ids: readonly FileId[],
): Promise<StoredAttachment[]> {
  if (ids.length === 0) return []
  const found = await sql<StoredAttachment>`
    select id, name, content_type as "contentType", size_bytes as "sizeBytes", storage_key as "storageKey" from attachment
    where account_id = ${accountId} and owner_id = ${userId} and stored_at is not null and id = any(${[...ids]})
    for share`.execute(trx)
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? fail('NOT_FOUND'))
}

/** Says that a question came with these pictures. */
export async function attach(
  trx: TenantTransaction,
  accountId: AccountId,
  messageId: MessageId,
  pictures: readonly Pick<Attachment, 'id'>[],
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into message_attachment (account_id, message_id, file_id, position)
    select ${accountId}, ${messageId}, file_id, position
    from unnest(${pictures.map(({ id }) => id)}::text[]) with ordinality as given (file_id, position)`.execute(
    trx,
  )
}

/** The pictures that questions came with, by the question, in one statement; those without are not in it. */
export async function attachmentsOf(
  trx: TenantTransaction,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, StoredAttachment[]>> {
  if (messageIds.length === 0) return new Map()
  const found = await sql<StoredAttachment & { messageId: MessageId }>`
    select message_attachment.message_id as "messageId", attachment.id, attachment.name,
      attachment.content_type as "contentType", attachment.size_bytes as "sizeBytes", attachment.storage_key as "storageKey"
    from message_attachment
    join attachment on attachment.account_id = message_attachment.account_id and attachment.id = message_attachment.file_id
    where message_attachment.account_id = ${accountId} and message_attachment.message_id = any(${[...messageIds]})
    order by message_attachment.position`.execute(trx)
  const pictures = new Map<MessageId, StoredAttachment[]>()
  for (const { messageId, ...picture } of found.rows)
    pictures.set(messageId, [...(pictures.get(messageId) ?? []), picture])
  return pictures
}
