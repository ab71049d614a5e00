import { type AnswerPorts, titleChat } from '../answers/index.ts'
import type { Plans } from '../accounts/index.ts'
import type { Identity } from '../identity/index.ts'
import { renewMonths } from '../credits/index.ts'
import { eraseAttachments } from '../attachments/index.ts'
import { eraseLogos } from '../files/index.ts'
import { createAddressFetcher, eraseContextFiles, type KnowledgePorts } from '../knowledge/index.ts'
import type { IndexPorts } from '../passages/index.ts'
import { safeFetch } from '../platform/egress/index.ts'
import { type SendMail, startMailDelivery } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage/index.ts'
import { workAccountJobs } from './account-jobs.ts'
import { workCheckJobs } from './check-jobs.ts'
import { workChatJobs } from './chat-jobs.ts'
import { workFileJobs } from './file-jobs.ts'
import { indexFileJob, workIndexJobs } from './index-jobs.ts'
import { nameChat } from './jobs.ts'
import { workMentionJobs } from './mention-jobs.ts'
import { workReplyJobs } from './reply-jobs.ts'
import { workRoomJobs } from './room-jobs.ts'
import { workShapingJobs } from './shaping-jobs.ts'
import { fetchSourceJob, workSourceJobs } from './source-jobs.ts'
import { workUserJobs } from './user-jobs.ts'

/** How often is looked whether a new month has begun, in milliseconds. */
const renewEveryMs = 5 * 60_000

type WorkerPorts = {
  queue: Queue
  answers: AnswerPorts
  identity: Pick<Identity, 'personOf' | 'tell'>
  plans: Plans
  storage: Storage
  /** The address that people open, without a slash at its end. */
  siteUrl: string
  sendMail: SendMail
  /** Told how far the files are that are read: for browsers. */
  onIndexProgress?: IndexPorts['onProgress']
  /** Told when sources of a room's bases were fetched: for browsers. */
  onKnowledgeChanged: KnowledgePorts['onKnowledgeChanged']
}

/**
 * The role `worker`: what nobody waits for in front of a screen. Jobs of the queue, mail delivery, the month's credits. Any
 * number of processes may have it at once: each job, mail and month is taken by one of them.
 */
export async function startWorker({
  queue,
  answers,
  identity,
  plans,
  storage,
  siteUrl,
  sendMail,
  onIndexProgress,
  onKnowledgeChanged,
}: WorkerPorts): Promise<{
  /** Ends mail delivery and the credits' watch; the queue is its owner's to stop. */
  stop(): Promise<void>
}> {
  const { database, log, clock } = answers
  await queue.work(nameChat, (job) => titleChat(answers, job), { concurrency: 16 })
  await workAccountJobs({
    queue,
    database,
    eraseFiles: async (accountId) => {
      await eraseLogos({ database, storage }, accountId)
      await eraseContextFiles({ database, storage }, { accountId })
      await eraseAttachments({ database, storage }, accountId)
    },
  })
  await workRoomJobs({ queue, database, storage })
  await workChatJobs({ queue, database, storage })
  await workShapingJobs({ queue, database })
  await workFileJobs({ queue, database, storage })
  await workIndexJobs({
    queue,
    database,
    storage,
    log,
    embedder: answers.models.embedder,
    pictureReader: answers.models.pictureReader,
    ...(onIndexProgress && { onProgress: onIndexProgress }),
  })
  await workSourceJobs({
    queue,
    database,
    storage,
    log,
    plans,
    enqueueIndexing: (trx, file) => queue.send(trx, indexFileJob, file),
    enqueueFetch: (trx, job) => queue.send(trx, fetchSourceJob, job),
    onKnowledgeChanged,
    fetchAddress: createAddressFetcher(safeFetch),
  })
  await workUserJobs({ queue, database, storage, clock, log, identity })
  await workMentionJobs({ queue, database, siteUrl, now: clock.now })
  await workReplyJobs({ queue, database })
  await workCheckJobs({ queue, database })
  const mailDelivery = startMailDelivery({ database, send: sendMail, log })
  const renew = () =>
    void renewMonths({ database, plans, log, now: clock.now }).catch((error: unknown) =>
      log.warn({ err: error }, 'monthly credits could not be looked after'),
    )
  renew()
  const renewal = setInterval(renew, renewEveryMs).unref()
  return {
    async stop() {
      clearInterval(renewal)
      await mailDelivery.stop()
    },
  }
}
