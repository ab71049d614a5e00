import type { RoomId } from '@atrium/contract'
import type { RunningTurn } from '../answers/index.ts'
import { requireChatInRoom } from '../chats/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { mayUseRoom } from '../rooms/index.ts'
import type { Actor } from './ports.ts'

/** Returns the owner of a job if they may still ask in its chat and use the room that it started in. Throws FORBIDDEN, NOT_FOUND. */
export async function requireRoomOfJob(
  trx: TenantTransaction,
  { accountId, userId, chatId }: Pick<RunningTurn, 'accountId' | 'userId' | 'chatId'>,
  roomId: RoomId,
): Promise<Actor> {
  const actor = { accountId, userId }
  const room = await requireChatInRoom(trx, actor, { chatId, roomId }, 'ask')
  if (room.id !== roomId && !(await mayUseRoom(trx, actor, roomId))) return fail('FORBIDDEN')
  return actor
}
