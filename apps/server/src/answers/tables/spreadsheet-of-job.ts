import { type ChatId, documentEndingOf, type RoomId, type SpreadsheetOfJob } from '@atrium/contract'
import { fileOfChat, requireAttachments } from '../../attachments/index.ts'
import type { Actor } from '../../chats/index.ts'
import { fileOpenTo, spreadsheetsOfRoom } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SpreadsheetFile } from '../plan/gather-tables.ts'

export type StoredSpreadsheet = Pick<SpreadsheetFile, 'name' | 'ending' | 'storageKey'>

/**
 * Returns a spreadsheet that the actor may use now: a file of the room that is open to them; one attached in the chat or, with null for
 * the chat, one that they uploaded. Throws JOB_FILE_GONE. The caller checks that they may use the room and ask in the chat.
 */
export async function requireSpreadsheet(
  trx: TenantTransaction,
  actor: Actor,
  { roomId, chatId }: { roomId: RoomId; chatId: ChatId | null },
  file: SpreadsheetOfJob,
): Promise<StoredSpreadsheet> {
  const found = await (file.of === 'room'
    ? openInRoom(trx, actor, roomId, file)
    : chatId === null
      ? requireAttachments(trx, actor, [file.fileId]).then(([uploaded]) => uploaded)
      : fileOfChat(trx, actor.accountId, { chatId, fileId: file.fileId }))
  const { name, storageKey } = found ?? fail('JOB_FILE_GONE')
  const ending = documentEndingOf(name)
  if (ending !== 'csv' && ending !== 'xls' && ending !== 'xlsx') return fail('JOB_TABLE_UNREADABLE')
  return { name, storageKey, ending }
}

async function openInRoom(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
  { fileId }: Pick<SpreadsheetOfJob, 'fileId'>,
) {
  if (!(await fileOpenTo(trx, actor, [fileId])).has(fileId)) return null
  const [file] = await spreadsheetsOfRoom(trx, { accountId: actor.accountId, roomId }, [fileId], 1)
  return file ?? null
}
