import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { contract } from '@atrium/contract'
import multipart from '@fastify/multipart'
import { isInvited, outsidersAmong, readPlans, roleIn } from './accounts/index.ts'
import {
  type AnswerPorts,
  createLogWriter,
  createNotices,
  createOpenReaders,
  drainAnswers,
  tellBrowsers,
  watchLeases,
} from './answers/index.ts'
import { readAttachment } from './attachments/index.ts'
import { appendToLogs } from './chats/index.ts'
import { noteSources } from './checks/index.ts'
import { connectNouns } from './connect-nouns.ts'
import { type AttemptLimits, createIdentity } from './identity/index.ts'
import { createModels, providerKeys, shareProviders } from './models/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { checkoutDir, type Configuration } from './platform/configuration.ts'
import { connect, type DatabaseAddress } from './platform/database/index.ts'
import { fail } from './platform/failure.ts'
import { bindAll, type Binding } from './platform/http/bind.ts'
import { checkBindings } from './platform/http/check-bindings.ts'
import { serveMetrics } from './platform/http/metrics-route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { siteUrlOf } from './platform/site-url.ts'
import { serveSite } from './platform/http/site.ts'
import type { Log } from './platform/log.ts'
import { queueMail, type SendMail } from './platform/mail.ts'
import { createKnowledgeTeller } from './knowledge/index.ts'
import { createMetrics } from './platform/metrics.ts'
import { startQueue } from './platform/queue.ts'
import type { Storage } from './platform/storage/index.ts'
import { accountJobs } from './roles/account-jobs.ts'
import { checkJobs } from './roles/check-jobs.ts'
import { chatJobs, eraseTemporary } from './roles/chat-jobs.ts'
import { fileJobs } from './roles/file-jobs.ts'
import { indexJobs } from './roles/index-jobs.ts'
import { mentionJobs } from './roles/mention-jobs.ts'
import { nameChat } from './roles/jobs.ts'
import { operationBindings } from './roles/operation.ts'
import { replyJobs } from './roles/reply-jobs.ts'
import { roomJobs } from './roles/room-jobs.ts'
import { shapingJobs } from './roles/shaping-jobs.ts'
import { sourceJobs } from './roles/source-jobs.ts'
import { userJobs } from './roles/user-jobs.ts'
import { startWorker } from './roles/worker.ts'
import { drainShaping, type ShapingPorts } from './shaping/index.ts'
import { emailKindsOf, restoreWithUser } from './users/index.ts'

export type AppOptions = {
  configuration: Configuration
  address: DatabaseAddress
  storage: Storage
  log: Log
  clock?: Clock
  /** Needed by the role `worker`, which delivers mail. */
  sendMail?: SendMail
  /** Where mail lands that is not really sent; null with a mail server. */
  inboxUrl: string | null
  /** Variables that the file of models names. */
  environment?: Record<string, string | undefined>
  /** Folder of the built web app. */
  siteDir?: string
  /** Checks every reply against the contract: in tests and development. */
  checkReplies?: boolean
  /** How often may be tried to sign in and up; the product's own limits when left out. */
  attemptLimits?: AttemptLimits
  /** How long a model may be silent, in milliseconds; each provider's own when left out. */
  stallMs?: number
  /** How long an answer waits for the documents of its question, in milliseconds; a minute when left out. */
  documentWaitMs?: number
}

export type App = {
  /** Listens and returns the address that people open. */
  listen(): Promise<{ url: string }>
  /** Ends all of it: running answers get this long, in milliseconds. */
  close(options?: { drainMs?: number }): Promise<void>
  /** For what is started beside the server: seeds, jobs, tests. */
  readonly ports: AnswerPorts
}

/**
 * Puts the product together: each port is built once, here, and every noun gets those that it uses. What of it this process
 * does is said by its roles; without `web` it answers nothing but whether it lives, is ready and what it measures.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { configuration, log, clock = systemClock, storage, inboxUrl } = options
  const isWeb = configuration.roles.includes('web')
  const isWorker = configuration.roles.includes('worker')
  const database = connect(options.address, { log, maxConnections: 20 })
  const plans = readPlans(configuration.plansFile)
  const models = await createModels({
    configuration,
    log,
    ...(options.environment && { environment: options.environment }),
    ...(options.stallMs && { stallMs: options.stallMs }),
  })
  const secret = configuration.secret ?? missingSecret()
  const keysOfProviders = providerKeys(secret)
  const addedProviders = await shareProviders({
    database,
    address: options.address,
    providers: models.providers,
    keys: keysOfProviders,
    log,
  })
  const queue = await startQueue({
    address: options.address,
    database,
    jobs: [
      nameChat,
      ...accountJobs,
      ...chatJobs,
      ...roomJobs,
      ...fileJobs,
      ...indexJobs,
      ...userJobs,
      ...shapingJobs,
      ...sourceJobs,
      ...mentionJobs,
      ...replyJobs,
      ...checkJobs,
    ],
    log,
  })
  const metrics = createMetrics({ database })
  const identity = createIdentity({
    database,
    configuration,
    queueMail,
    log,
    clock,
    inboxUrl,
    isInvited: (email, inviteToken) => isInvited(database, email, inviteToken),
    isDisposable: (email) => emailKindsOf(email).isTemporary,
    restoreAccounts: restoreWithUser,
    ...(options.attemptLimits && { attemptLimits: options.attemptLimits }),
  })

  const notices = createNotices()
  const readers = createOpenReaders()
  const answers: AnswerPorts = {
    database,
    models,
    log,
    clock,
    notices,
    nodeId: randomUUID(),
    logWriter: createLogWriter({ append: (batches) => appendToLogs(database, batches), log }),
    running: new Map(),
    storage,
    readPicture: (storageKey) => readAttachment(storage, storageKey),
    documentWaitMs: options.documentWaitMs ?? 60_000,
    tellMentioned: (person) => browsers.tell(person, { type: 'mentioned' }),
    enqueueTitle: (trx, job) => queue.send(trx, nameChat, job),
    noteSources,
    enqueueErasure: (trx) => queue.send(trx, eraseTemporary, {}),
  }
  identity.onSessionsEnded(({ sessionIds }) => readers.cut(sessionIds))

  const browsers = await tellBrowsers(answers, {
    address: options.address,
    readers,
    outsidersAmong: (people) => outsidersAmong(database, people),
  })

  const knowledgeTeller = createKnowledgeTeller({ database, log, tellRoom: browsers.tellRoom })

  const shaping: ShapingPorts = {
    database,
    models,
    log,
    onCharged: (person) => notices.publish(person, { type: 'credits-changed' }),
    watchReader: (member, stream) => readers.watch(member, stream),
    running: new Map(),
  }
  const apiBases = {
    main: pathOf(configuration.mainApiUrl),
    stream: pathOf(configuration.streamApiUrl),
    root: '',
  }
  let isStopping = false
  const bindings = [
    ...connectNouns({
      configuration,
      secret,
      keysOfProviders,
      addedProviders,
      storage,
      plans,
      queue,
      identity,
      answers,
      readers,
      browsers,
      shaping,
      knowledgeTeller,
    }),
    ...operationBindings({ configuration, database, apiBases, isStopping: () => isStopping }),
  ]
  checkBindings(contract, bindings)
  const isProbe = ({ endpoint }: Binding) =>
    endpoint === contract.getHealth || endpoint === contract.getReadiness

  const { app, isOwnOrigin } = createHttpServer({
    log,
    trustProxy: configuration.trustProxy,
    allowedOrigins: configuration.allowedOrigins,
    publicUrl: configuration.publicUrl ?? null,
  })
  await app.register(multipart)
  bindAll(app, isWeb ? bindings : bindings.filter(isProbe), {
    bases: apiBases,
    database,
    isOwnOrigin,
    checkReplies: options.checkReplies ?? false,
    guards: {
      authenticate: identity.authenticate,
      isSystemAdmin: identity.isSystemAdmin,
      roleIn: (accountId, userId) => roleIn(database, accountId, userId),
    },
  })
  serveMetrics(app, metrics)
  if (isWeb)
    await serveSite(app, {
      folder: options.siteDir ?? path.join(checkoutDir, 'apps/web/dist'),
      apiPrefixes: [apiBases.main, apiBases.stream],
      connectTo: [configuration.mainApiUrl, configuration.streamApiUrl]
        .filter((url) => url.includes('://'))
        .map((url) => new URL(url).origin),
    })
  else app.setNotFoundHandler(async () => fail('NOT_FOUND'))

  const worker = isWorker
    ? await startWorker({
        queue,
        answers,
        identity,
        plans,
        storage,
        siteUrl: siteUrlOf(configuration),
        sendMail: options.sendMail ?? missingSender(),
        onIndexProgress: knowledgeTeller.onProgress,
        onKnowledgeChanged: knowledgeTeller.onKnowledgeChanged,
      })
    : undefined
  const leases = isWeb ? watchLeases(answers) : undefined

  return {
    ports: answers,
    async listen() {
      await app.listen({ host: configuration.host, port: configuration.port })
      const bound = app.server.address()
      const port = typeof bound === 'object' && bound ? bound.port : configuration.port
      return { url: configuration.publicUrl ?? `http://${configuration.host}:${port}` }
    },
    async close({ drainMs = 0 } = {}) {
      isStopping = true
      await drainAnswers(answers, drainMs)
      await drainShaping(shaping)
      await browsers.stop()
      await leases?.stop()
      await app.close()
      await worker?.stop()
      await queue.stop({ timeoutMs: drainMs })
      await addedProviders.stop()
      await models.close()
      await database.close()
    },
  }
}

function missingSecret(): never {
  throw new Error('There is a secret from the start.')
}

function missingSender(): never {
  throw new Error('The role worker delivers mail: it needs a way to send it.')
}

/** The path of an API's base, whether it is given as a path of this site or as an address elsewhere. */
const pathOf = (url: string) => (url.includes('://') ? new URL(url).pathname : url).replace(/\/$/, '')
