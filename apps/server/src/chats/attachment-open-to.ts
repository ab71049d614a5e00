import type { ChatId, FileId } from '@atrium/contract'
import { type Attached, fileOfChat, isPicture, requireAttachments } from '../attachments/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { type Actor, requireChat } from './access.ts'

/** Returns a document attached to a question, for its uploader and for everybody who may read a chat with it. Null for others. */
export async function attachmentOpenTo(
  trx: TenantTransaction,
  actor: Actor,
  { fileId, chatId }: { fileId: FileId; chatId?: ChatId | undefined },
): Promise<Attached | null> {
  try {
    const file = chatId
      ? (await requireChat(trx, actor, chatId, 'read')) &&
        (await fileOfChat(trx, actor.accountId, { chatId, fileId }))
      : (await requireAttachments(trx, actor, [fileId]))[0]
    return file && !isPicture(file) ? file : null
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null
    throw error
  }
}
