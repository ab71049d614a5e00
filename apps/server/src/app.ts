import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { type AccountId, AUTO_MODEL_ID, contract, type UserId } from '@atrium/contract'
import multipart from '@fastify/multipart'
import {
  type AccessTaken,
  accountBindings,
  inviteBindings,
  isInvited,
  type Joined,
  memberBindings,
  type OnOpened,
  outsidersAmong,
  readPlans,
  roleIn,
  settingBindings,
} from './accounts/index.ts'
import {
  type AnswerPorts,
  answerRoutes,
  createLogWriter,
  createNotices,
  createOpenReaders,
  drainAnswers,
  hearAccessTaken,
  tellAccessTaken,
  watchAccess,
  watchLeases,
} from './answers/index.ts'
import { appendToLogs, chatRoutes, stopTurnsOf, stopTurnsOfOutsiders } from './chats/index.ts'
import { balancesOf, grantMonth, monthOf } from './credits/index.ts'
import { createFileLinks, fileBindings, findLogo } from './files/index.ts'
import { type AttemptLimits, createIdentity } from './identity/index.ts'
import { contextFileBindings, contextFileReceiver } from './knowledge/index.ts'
import { createModels, modelBindings, noWishes } from './models/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { checkoutDir, type Configuration } from './platform/configuration.ts'
import { connect, type DatabaseAddress, type Transaction } from './platform/database/index.ts'
import { fail } from './platform/failure.ts'
import { bindAll, type Binding } from './platform/http/bind.ts'
import { checkBindings } from './platform/http/check-bindings.ts'
import { serveMetrics } from './platform/http/metrics-route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveSite } from './platform/http/site.ts'
import type { Log } from './platform/log.ts'
import { queueMail, type SendMail } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { siteUrlOf } from './platform/site-url.ts'
import type { Storage } from './platform/storage/index.ts'
import { startQueue } from './platform/queue.ts'
import { operationBindings } from './roles/operation.ts'
import { accountJobs } from './roles/account-jobs.ts'
import { fileJobs } from './roles/file-jobs.ts'
import { nameChat } from './roles/jobs.ts'
import { roomJobs } from './roles/room-jobs.ts'
import { exportUser, userJobs } from './roles/user-jobs.ts'
import { startWorker } from './roles/worker.ts'
import {
  createGeneralRoom,
  handOverRooms,
  roomBindings,
  roomMemberBindings,
  type RoomPorts,
} from './rooms/index.ts'
import {
  createExportLinks,
  emailKindsOf,
  type ExportJob,
  pictureReceiver,
  restoreWithUser,
  userRoutes,
} from './users/index.ts'

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
  const queue = await startQueue({
    address: options.address,
    database,
    jobs: [nameChat, ...accountJobs, ...roomJobs, ...fileJobs, ...userJobs],
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
    enqueueTitle: (trx, job) => queue.send(trx, nameChat, job),
  }
  identity.onSessionsEnded(({ sessionIds }) => readers.cut(sessionIds))

  const onAccessTaken = (taken: AccessTaken) => {
    // Heard before the stream ends: the browser need not come back first to learn of it.
    if (taken.roomId) notices.publish(taken, { type: 'rooms-changed' })
    readers.cutIn(taken)
    for (const turn of answers.running.values())
      if (
        !taken.roomId &&
        turn.accountId === taken.accountId &&
        turn.userId === (taken.userId ?? turn.userId)
      )
        turn.abort('stopped')
  }
  const accessNews = await hearAccessTaken(options.address, {
    nodeId: answers.nodeId,
    onTaken: onAccessTaken,
    onGap: () => readers.cutAll(),
    log,
  })
  const accessWatch = watchAccess({
    readers,
    outsidersAmong: (people) => outsidersAmong(database, people),
    log,
  })

  const modelsToAllow = () =>
    models
      .list(noWishes)
      .filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
      .map(({ modelId, displayName, providerName }) => ({ modelId, displayName, providerName }))

  const grantFirstMonth: OnOpened = (trx, account, owner) =>
    grantMonth(trx, {
      accountId: account.id,
      plan: plans.named(account.planName),
      period: monthOf(clock.now()),
      userIds: [owner],
    })
  const grantMonthOfMember = (trx: Transaction, { accountId, planName, userId }: Joined) =>
    grantMonth(trx, {
      accountId,
      plan: plans.named(planName),
      period: monthOf(clock.now()),
      userIds: [userId],
    })
  const openGeneralRoom: OnOpened = async (trx, account, owner) =>
    void (await createGeneralRoom(trx, account, owner))
  const accountPorts = {
    database,
    plans,
    mainApiUrl: configuration.mainApiUrl,
    onOpened: [openGeneralRoom, grantFirstMonth],
    findLogo,
  }
  const knowledgePorts = {
    database,
    storage,
    log,
    plans,
    mainApiUrl: configuration.mainApiUrl,
    fileLinks: createFileLinks({ secret: configuration.secret ?? missingSecret(), clock }),
  }
  const tellOtherNodes = (trx: Transaction, taken: AccessTaken) => tellAccessTaken(trx, answers.nodeId, taken)
  const userPorts = {
    database,
    storage,
    clock,
    log,
    identity,
    balancesOf,
    mainApiUrl: configuration.mainApiUrl,
    exportLinks: createExportLinks({ secret: configuration.secret ?? missingSecret(), clock }),
    enqueueExport: (trx: Transaction, job: ExportJob) => queue.send(trx, exportUser, job),
    stopAnswers: stopTurnsOf,
    roleIn: (accountId: AccountId, userId: UserId) => roleIn(database, accountId, userId),
  }
  const roomPorts: RoomPorts = {
    database,
    storage,
    onNarrowed: [stopTurnsOfOutsiders, tellOtherNodes],
    onAccessTaken,
    onRoomsChanged: (audience) => notices.publish(audience, { type: 'rooms-changed' }),
  }
  const apiBases = {
    main: pathOf(configuration.mainApiUrl),
    stream: pathOf(configuration.streamApiUrl),
    root: '',
  }
  let isStopping = false
  const bindings = [
    ...identity.bindings,
    ...userRoutes(userPorts),
    ...accountBindings(accountPorts),
    ...inviteBindings({
      ...accountPorts,
      siteUrl: siteUrlOf(configuration),
      queueMail,
      onJoined: [grantMonthOfMember],
    }),
    ...settingBindings({
      ...accountPorts,
      modelsToAllow,
      isPublicDomain: (domain) => emailKindsOf(`someone@${domain}`).isPublic,
      onDeleting: [stopTurnsOf],
      onAccessTaken,
    }),
    ...memberBindings({
      database,
      onLeaving: [handOverRooms, stopTurnsOf],
      onAccessTaken,
      onRoleChanged: (member) => notices.publish(member, { type: 'role-changed' }),
    }),
    ...fileBindings({
      database,
      storage,
      receivers: [contextFileReceiver(knowledgePorts), pictureReceiver(userPorts)],
    }),
    ...roomBindings(roomPorts),
    ...roomMemberBindings(roomPorts),
    ...contextFileBindings(knowledgePorts),
    ...modelBindings({ database, models }),
    ...chatRoutes({
      database,
      onChanged: (actor, chatId) => notices.publish(actor, { type: 'chat-changed', chatId }),
      onDeleted: (_actor, chatId) => {
        for (const turn of answers.running.values()) if (turn.chatId === chatId) turn.abort('stopped')
      },
    }),
    ...answerRoutes(answers, readers),
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
        sendMail: options.sendMail ?? missingSender(),
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
      accessWatch.stop()
      await accessNews.stop()
      await leases?.stop()
      await app.close()
      await worker?.stop()
      await queue.stop({ timeoutMs: drainMs })
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
