import type { FileOfJob, RoomId } from '@atrium/contract'
import { requireFileOfJob } from '../answers/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail, Failure } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import type { Actor } from './ports.ts'

/** Throws NOT_FOUND when the actor may not use the room, JOB_FILE_GONE when they may not open one of the files or it is gone. */
export async function requireFilesToRepeat(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
  files: readonly FileOfJob[],
): Promise<void> {
  if (files.length === 0) return
  await requireRoom(trx, actor, roomId)
  try {
    for (const file of files) await requireFileOfJob(trx, actor, { roomId, chatId: null }, file)
  } catch (error) {
    // An attached file that was erased, or that somebody else attached.
    if (error instanceof Failure && error.code === 'NOT_FOUND') return fail('JOB_FILE_GONE', { cause: error })
    throw error
  }
}
