import type { AccountId, ChatId } from '@atrium/contract'
import { chatsWithQueue, chatsWithQueueOf } from '../../chats/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { RevokedAccess } from '../../live/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** Starts the next question in the chat's queue, in the background. */
export function continueQueue(
  { queues, log }: Pick<AnswerPorts, 'queues' | 'log'>,
  chat: { accountId: AccountId; chatId: ChatId },
): void {
  queues
    .start(chat)
    .catch((error: unknown) =>
      log.warn(
        { event: 'queue.start_failed', err: error, chatId: chat.chatId },
        'Could not start a queued question; retrying',
      ),
    )
}

/** Continues queues that an ended process left, or that couldn't continue earlier. */
export async function continueQueues(ports: AnswerPorts): Promise<void> {
  for (const chat of await chatsWithQueue(ports.database)) continueQueue(ports, chat)
}

/** Continues the queues with questions of people whose access was revoked: these questions leave the queue when it is their turn. */
export async function continueQueuesOf(
  ports: AnswerPorts,
  { accountId, userId, chat }: RevokedAccess,
): Promise<void> {
  const chatIds = chat
    ? [chat.chatId]
    : await inTenant(ports.database, { accountId, userId: null }, (trx) =>
        chatsWithQueueOf(trx, accountId, userId),
      )
  for (const chatId of chatIds) continueQueue(ports, { accountId, chatId })
}
