import { type FileToExpect, limits, type RoomId } from '@atrium/contract'
import { filesOfRoom } from '../knowledge/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import type { Actor, EvaluationPorts } from './ports.ts'

/** Returns the files of a room and its bases whose name contains `search`, by name. */
export const listFilesToExpect = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
  search = '',
): Promise<FileToExpect[]> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const wanted = comparable(search.trim())
    return (await filesOfRoom(trx, actor.accountId, roomId))
      .filter(({ name }) => comparable(name).includes(wanted))
      .slice(0, limits.filesToExpectListed)
      .map(({ id, name, base }) => ({ id, name, base }))
  })

const comparable = (name: string): string => name.normalize().toLowerCase()
