import { type DocumentProblem, type FileId, limits, type RoomId } from '@atrium/contract'
import type { Actor } from '../../chats/index.ts'
import { fileOpenTo, filesOfRoom } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { filesOf } from '../../retrieval/index.ts'
import { isReadable } from '../plan/plan-search.ts'

export type FilesToSummarise = {
  files: { fileId: FileId; name: string; tokens: number }[]
  /** Files without text: not processed yet, or not readable. */
  unread: { fileId: FileId; fileName: string; problem: DocumentProblem | null }[]
}

/** The files of a room's context that the actor may open, by name, up to the maximum. The caller checks that they may use the room. */
export async function filesToSummarise(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
): Promise<FilesToSummarise> {
  const ofContext = (await filesOfRoom(trx, actor.accountId, roomId)).filter(({ base }) => base === null)
  const open = await fileOpenTo(
    trx,
    actor,
    ofContext.map(({ id }) => id),
  )
  const meant = ofContext.filter(({ id }) => open.has(id)).slice(0, limits.maxSummarisedFiles)
  const indexed = await filesOf(
    trx,
    actor.accountId,
    [roomId],
    meant.map(({ id }) => id),
  )
  const byId = new Map(indexed.map((file) => [file.fileId, file]))
  const result: FilesToSummarise = { files: [], unread: [] }
  for (const { id: fileId, name } of meant) {
    const file = byId.get(fileId)
    if (file && isReadable(file)) result.files.push({ fileId, name, tokens: file.tokens })
    else result.unread.push({ fileId, fileName: name, problem: file?.state.problem ?? null })
  }
  return result
}
