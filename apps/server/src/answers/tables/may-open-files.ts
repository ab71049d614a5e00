import type { ChatId, QueriedFile, RoomId } from '@atrium/contract'
import { type Actor, requireChat } from '../../chats/index.ts'
import { fileOpenTo } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { mayUseRoom } from '../../rooms/index.ts'

type Asked = { chatId: ChatId; roomId: RoomId; files: readonly Pick<QueriedFile, 'fileId' | 'of'>[] }

/**
 * Whether a person may ask in the chat now and open all of these files: attachments are open to everybody in the chat, files of rooms by
 * the person's permissions.
 */
export async function mayOpenFiles(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, roomId, files }: Asked,
): Promise<boolean> {
  if (!(await mayUseRoom(trx, actor, roomId)) || !(await mayAsk(trx, actor, chatId))) return false
  const ofRooms = files.flatMap(({ fileId, of }) => (of === 'room' ? [fileId] : []))
  const open = await fileOpenTo(trx, actor, ofRooms)
  return ofRooms.every((fileId) => open.has(fileId))
}

async function mayAsk(trx: TenantTransaction, actor: Actor, chatId: ChatId): Promise<boolean> {
  try {
    await requireChat(trx, actor, chatId, 'ask')
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
