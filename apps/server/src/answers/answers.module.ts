import type { Plans } from '../accounts/index.ts'
import { readAttachment } from '../attachments/index.ts'
import { appendToLogs, enqueueingErasure } from '../chats/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { Models } from '../models/index.ts'
import type { WebSearch } from '../web-search/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { createFollowUpWork, maxFollowUps } from './close/follow-up-work.ts'
import { titleChat } from './close/title-chat.ts'
import type { AnswerPorts, TitleJob } from './ports.ts'
import { RunningTurns } from './running-turns.ts'
import { queueRoutes } from './queue/queue-routes.ts'
import { startQueued } from './queue/start-queued.ts'
import { continueQueuesOf } from './queue/watch-queues.ts'
import { answerRoutes } from './routes.ts'
import type { ToolServerPorts } from '../tool-servers/index.ts'
import { createConsents } from './tool-servers/consents.ts'
import { createTablePool } from './tables/table-pool.ts'
import { createLogWriter } from './write/log-writer.ts'
import { ownData } from './tool-servers/own-data.ts'

/** Names a chat after its first answer. */
const nameChat = defineJob<TitleJob>('name-chat', { retryLimit: 3, timeoutSeconds: 90 })

type Shared = SharedPorts & {
  plans: Plans
  models: Models
  webSearch: WebSearch
  toolServers: ToolServerPorts
  /** A connection only for the text of answers, which never waits for one of the pool. */
  logDatabase: Database
}

type Hooks = Pick<
  AnswerPorts,
  'measures' | 'documentWaitMs' | 'noteSources' | 'startJob' | 'readCanvases' | 'basesOfCanvases'
>

/**
 * Creates the dependencies of answering questions. Revoking a person's access to an account, or to another person's chat, stops their
 * answers there.
 */
export function createAnswerPorts({ logDatabase, ...shared }: Shared, hooks: Hooks): AnswerPorts {
  const { log, storage, queue, live } = shared
  const running = new RunningTurns()
  running.onEnded = (turnId) => live.answers.publishChanged([turnId])
  live.answers.onFollowed((turnId) => {
    if (running.has(turnId)) live.answers.publishChanged([turnId])
  })
  live.answers.onStop((turnId) => running.get(turnId)?.abort('stopped'))
  live.onRevoked(({ accountId, userId, roomId, chat, isSuspension }) => {
    if (roomId) return
    for (const turn of running.values()) {
      const isConcerned = chat
        ? turn.chatId === chat.chatId && turn.userId !== chat.ownerId
        : turn.userId === (userId ?? turn.userId)
      if (turn.accountId === accountId && isConcerned)
        turn.abort(isSuspension && turn.isOfJob ? 'lease-lost' : 'stopped')
    }
  })
  live.onRevoked((revoked) => {
    continueQueuesOf(ports, revoked).catch((error: unknown) =>
      log.warn({ event: 'queue.start_failed', err: error }, 'Could not continue the queues of a person'),
    )
  })
  const ports: AnswerPorts = {
    ...shared,
    ...hooks,
    logWriter: createLogWriter({
      append: (batches) => appendToLogs(logDatabase, batches),
      log,
      countRunning: () => running.size,
      onAppended: (turnIds) => live.answers.publishChanged(turnIds),
    }),
    running,
    tables: createTablePool(),
    consents: createConsents(),
    readPicture: (storageKey) => readAttachment(storage, storageKey),
    publishMention: (person) => live.publish(person, { type: 'mentioned' }),
    enqueueingTitle: (job) => queue.enqueueing(nameChat, job),
    enqueueingErasure: () => enqueueingErasure(queue),
    queues: { start: (chat) => startQueued(ports, chat) },
  }
  return ports
}

export function answersModule(ports: AnswerPorts): NounModule {
  const followUp = createFollowUpWork(ports.running)
  return {
    ownData,
    bindings: [...answerRoutes(ports), ...queueRoutes(ports)],
    jobs: [
      runs(nameChat, (job, signal) => followUp(() => titleChat(ports, job), signal), {
        concurrency: maxFollowUps,
      }),
    ],
  }
}
