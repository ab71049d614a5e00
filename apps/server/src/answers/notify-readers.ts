import type { Notice, RoomId } from '@atrium/contract'
import type { Actor } from '../chats/index.ts'
import type { AnswerPorts } from './ports.ts'

/** Publishes on every node: to the asker's browsers or, in a chat that is shared with a room, to everybody who may use it. */
export function notifyReaders(
  { live }: Pick<AnswerPorts, 'live'>,
  { accountId, userId }: Actor,
  roomId: RoomId | null,
  notice: Notice,
): void {
  if (roomId === null) live.publish({ accountId, userId }, notice)
  else live.publishInRoom({ accountId, roomId }, notice)
}
