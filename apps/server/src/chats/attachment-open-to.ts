import type { ChatId, FileId } from '@atrium/contract'
import { type Attached, fileOfChat, isPicture, requireAttachments } from '../attachments/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { type Actor, requireChat } from './access.ts'

/**
 * A document that came with a question, for whoever uploaded it and, with the chat in which it came with one, for whoever may read
 * that. Null for everybody else.
 */
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
