import type { FileOfJob, RoomId, ScheduledQuestion } from '@atrium/contract'
import { requireFileOfJob } from '../answers/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail, Failure } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import type { Actor } from './ports.ts'

/** The file that the job of a question works on; null for other questions. */
export const fileOfQuestion = ({
  table,
  translation,
}: Pick<ScheduledQuestion, 'table' | 'translation'>): FileOfJob | null => table ?? translation?.file ?? null

/** Throws NOT_FOUND when the actor may not use the room, JOB_FILE_GONE when they may not open the file or it is gone. */
export async function requireFileToRepeat(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
  file: FileOfJob,
): Promise<void> {
  await requireRoom(trx, actor, roomId)
  try {
    await requireFileOfJob(trx, actor, { roomId, chatId: null }, file)
  } catch (error) {
    // An attached file that was erased, or that somebody else attached.
    if (error instanceof Failure && error.code === 'NOT_FOUND') return fail('JOB_FILE_GONE', { cause: error })
    throw error
  }
}
