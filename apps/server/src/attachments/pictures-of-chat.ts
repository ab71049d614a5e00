import type { AccountId, ChatId, FileId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Statement, statement, type TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Attached, isPicture } from './attach.ts'

/** Returns a file attached or generated in this chat. The caller has checked that the person may read the chat. */
export async function fileOfChat(
  trx: TenantTransaction,
  accountId: AccountId,
  { chatId, fileId }: { chatId: ChatId; fileId: FileId },
): Promise<Attached | null> {
  const found = await sql<Attached>`
    select id, name, content_type as "contentType", size_bytes as "sizeBytes", storage_key as "storageKey" from attachment
    where account_id = ${accountId} and id = ${fileId} and stored_at is not null and (
      exists (
        select from answer_picture join turn on turn.account_id = answer_picture.account_id and turn.id = answer_picture.turn_id
        where answer_picture.account_id = ${accountId} and answer_picture.file_id = ${fileId} and turn.chat_id = ${chatId})
      or exists (
        select from message_attachment
        join message on message.account_id = message_attachment.account_id and message.id = message_attachment.message_id
        where message_attachment.account_id = ${accountId} and message_attachment.file_id = ${fileId}
          and message.chat_id = ${chatId}))`.execute(trx)
  return found.rows[0] ?? null
}

/** Returns the storage key of a picture in this chat. Throws NOT_FOUND for any other file. */
export async function requirePictureOfChat(
  trx: TenantTransaction,
  accountId: AccountId,
  place: { chatId: ChatId; fileId: FileId },
): Promise<string> {
  const file = await fileOfChat(trx, accountId, place)
  return file && isPicture(file) ? file.storageKey : fail('NOT_FOUND')
}

/** Deletes pictures generated for a turn but not shown: their writer died before publishing them. */
export const dropUnshownPictures = (
  { accountId, turnId }: { accountId: AccountId; turnId: TurnId },
  shown: readonly FileId[],
): Statement =>
  statement(sql`
    delete from answer_picture
    where account_id = ${accountId} and turn_id = ${turnId} and file_id <> all(${[...shown]}::text[])`)
