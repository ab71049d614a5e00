import type { AccountId, MessageId } from '@atrium/contract'
import type { SharedPorts } from '../live/index.ts'
import { siteUrlOf } from '../platform/config/site-url.ts'
import type { Statement, Transaction } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyFiveMinutes, everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob, type Queue } from '../platform/queue/queue.ts'
import { eraseOldChats } from './erase-old-chats.ts'
import { eraseTemporaryChats } from './erase-temporary-chats.ts'
import { writeOldWords } from './history/write-old-words.ts'
import { notifyChat } from './notify-chat.ts'
import { type ChatPorts, chatRoutes } from './routes.ts'
import { ownData } from './export/own-data.ts'

const options = { retryLimit: 3, timeoutSeconds: 3600 }
const eraseChats = defineJob<object>('erase-chats', options)
const writeWords = defineJob<object>('write-old-words', options)
/** Erases temporary chats that were left. Its data names none of them, since a job is kept for a day. */
const eraseTemporary = defineJob<object>('erase-temporary-chats', { retryLimit: 3, timeoutSeconds: 600 })

/** Enqueues erasing temporary chats that were left, if the transaction commits. */
export const enqueueErasure = (queue: Queue, trx: Transaction): Promise<void> =>
  queue.send(trx, eraseTemporary, {})

/** The same as a statement that is sent with others. */
export const enqueueingErasure = (queue: Queue): Promise<Statement> => queue.enqueueing(eraseTemporary, {})

/** Ports to other nouns. */
type Hooks = Pick<ChatPorts, 'onDeleted' | 'guesses'> &
  Pick<Parameters<typeof eraseTemporaryChats>[0], 'onErasing'> & {
    eraseAttachments(accountId: AccountId, messageIds: readonly MessageId[]): Promise<void>
  }

export const chatsModule = (
  { configuration, database, storage, queue, live, log }: SharedPorts,
  { onDeleted, guesses, onErasing, eraseAttachments }: Hooks,
): NounModule => ({
  ownData,
  bindings: chatRoutes({
    database,
    storage,
    onChanged: (actor, chatId) =>
      notifyChat({ database, live, log }, actor, chatId, { type: 'chat-changed', chatId }),
    publishEndedShare: (trx, { accountId }, { chatId, ownerId }) =>
      live.publishRevokedAccess(trx, { accountId, chat: { chatId, ownerId } }),
    onShareEnded: ({ accountId }, { chatId, ownerId }) =>
      live.onAccessRevoked({ accountId, chat: { chatId, ownerId } }),
    onLabelsChanged: (actor) => live.publish(actor, { type: 'labels-changed' }),
    onSeen: (actor, chatId) => live.publish(actor, { type: 'chat-changed', chatId }),
    onMentionsSeen: (actor) => live.publish(actor, { type: 'mentioned' }),
    presence: live.presence,
    siteUrl: siteUrlOf(configuration),
    guesses,
    onDeleted,
    enqueueErasure: (trx) => enqueueErasure(queue, trx),
  }),
  jobs: [
    runs(eraseChats, () => eraseOldChats(database), { cron: everyTenMinutes }),
    runs(eraseTemporary, () => eraseTemporaryChats({ database, eraseAttachments, onErasing }), {
      cron: everyFiveMinutes,
    }),
    runs(writeWords, (_job, signal) => writeOldWords(database, signal), { cron: everyTenMinutes }),
  ],
})
