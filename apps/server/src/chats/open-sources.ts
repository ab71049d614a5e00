import { type AnswerPart, type FileId, sourcesIn, tablesIn } from '@atrium/contract'
import { fileOpenTo } from '../knowledge/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Actor } from './access.ts'

/**
 * Returns the files of answers' sources and queries that a reader of their chat may open now: files of rooms and bases by the reader's
 * permissions; attachments are open to everybody who may read the chat.
 */
export async function openSourcesIn(
  trx: Transaction,
  actor: Actor,
  answers: readonly (readonly AnswerPart[])[],
  attached: readonly FileId[],
): Promise<Set<FileId>> {
  const ofQuestions = new Set(attached)
  const ofRooms = new Set<FileId>()
  for (const parts of answers) {
    const found = sourcesIn(parts)
    for (const { fileId, of } of found?.sources ?? [])
      (of.kind === 'question' ? ofQuestions : ofRooms).add(fileId)
    for (const { files } of tablesIn(parts))
      for (const { fileId, of } of files) (of === 'question' ? ofQuestions : ofRooms).add(fileId)
    for (const { fileId } of found?.trace.unreadFiles ?? []) ofRooms.add(fileId)
  }
  const open = ofRooms.size > 0 ? await fileOpenTo(trx, actor, [...ofRooms]) : new Set<FileId>()
  return new Set([...ofQuestions, ...open])
}
