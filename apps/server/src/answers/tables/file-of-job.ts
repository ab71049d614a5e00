import { type ChatId, documentEndingOf, type RoomId, type FileOfJob } from '@atrium/contract'
import { fileOfChat, requireAttachments } from '../../attachments/index.ts'
import type { Actor } from '../../chats/index.ts'
import { fileOfRoom, fileOpenTo } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SpreadsheetFile } from '../plan/gather-tables.ts'

export type StoredSpreadsheet = Pick<SpreadsheetFile, 'name' | 'ending' | 'storageKey'>

type JobPlace = { roomId: RoomId; chatId: ChatId | null }

/**
 * Returns a file that the actor may use now: one of the room that is open to them; one attached in the chat or, with null for the chat,
 * one that they uploaded. Throws JOB_FILE_GONE. The caller checks that they may use the room and ask in the chat.
 */
export async function requireFileOfJob(
  trx: TenantTransaction,
  actor: Actor,
  { roomId, chatId }: JobPlace,
  file: FileOfJob,
): Promise<{ name: string; storageKey: string }> {
  const found = await (file.of === 'room'
    ? openInRoom(trx, actor, roomId, file)
    : chatId === null
      ? requireAttachments(trx, actor, [file.fileId]).then(([uploaded]) => uploaded)
      : fileOfChat(trx, actor.accountId, { chatId, fileId: file.fileId }))
  return found ?? fail('JOB_FILE_GONE')
}

/** The same for a spreadsheet; throws JOB_TABLE_UNREADABLE for another file. */
export async function requireSpreadsheet(
  trx: TenantTransaction,
  actor: Actor,
  place: JobPlace,
  file: FileOfJob,
): Promise<StoredSpreadsheet> {
  const { name, storageKey } = await requireFileOfJob(trx, actor, place, file)
  const ending = documentEndingOf(name)
  if (ending !== 'csv' && ending !== 'xls' && ending !== 'xlsx') return fail('JOB_TABLE_UNREADABLE')
  return { name, storageKey, ending }
}

async function openInRoom(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
  { fileId }: Pick<FileOfJob, 'fileId'>,
) {
  if (!(await fileOpenTo(trx, actor, [fileId])).has(fileId)) return null
  return await fileOfRoom(trx, { accountId: actor.accountId, roomId }, fileId)
}
