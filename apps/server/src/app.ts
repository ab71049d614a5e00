import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { canvasSocketPath, contract, limits } from '@atrium/contract'
import multipart from '@fastify/multipart'
import {
  auditSignIn,
  invitedAddress,
  isInvited,
  membershipIn,
  outsidersAmong,
  readPlans,
} from './accounts/index.ts'
import { freeDeadJobs } from './agent-jobs/index.ts'
import { type AnswerPorts, drainAnswers, watchLeases } from './answers/index.ts'
import { loadBoughtPlans } from './billing/index.ts'
import { createCollaboration, serveSocket } from './canvases/index.ts'
import { paymentProviderOf } from './roles/payment-provider-of.ts'
import { createGuessLimit, findOpenLink, freeDeadLeases } from './chats/index.ts'
import { type AttemptLimits, createIdentity, type Passwords } from './identity/index.ts'
import { createLive } from './live/index.ts'
import { createModels, providerKeys, shareProviders } from './models/index.ts'
import { createModules, ownDataOf } from './modules.ts'
import {
  createNotices,
  isInvitedFromWaitingList,
  measureAnswers,
  measureDatabase,
  measureFaults,
  measureProcess,
  shareSystemSettings,
} from './operations/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { checkoutDir, type Configuration } from './platform/config/configuration.ts'
import { siteUrlOf } from './platform/config/site-url.ts'
import { watchDiskSpace, type WatchedFolder } from './platform/data-folder/disk-space.ts'
import { connect, type DatabaseAddress, openWarmConnections } from './platform/database/index.ts'
import { refuseReplicas } from './platform/database/refuse-replicas.ts'
import { fail } from './platform/failure.ts'
import { bindAll, type Binding } from './platform/http/bind.ts'
import { checkBindings } from './platform/http/check-bindings.ts'
import { measureRequests } from './platform/http/measure-requests.ts'
import { serveMetrics } from './platform/http/metrics-route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveSite } from './platform/http/site.ts'
import { traceRequests } from './platform/http/trace-requests.ts'
import type { Log } from './platform/log.ts'
import { queueMail, type SendMail } from './platform/mail/mail.ts'
import { createMetrics, type ProcessMetrics } from './platform/metrics.ts'
import { registerNode } from './platform/node-registry.ts'
import type { NounModule } from './platform/noun-module.ts'
import type { OwnData } from './platform/own-data.ts'
import { type Queue, startQueue } from './platform/queue/queue.ts'
import { createSafeFetch, type SafeFetch } from './platform/egress/index.ts'
import type { Storage } from './platform/storage/index.ts'
import { startTraces } from './platform/traces/index.ts'
import { whoMayUse } from './rooms/index.ts'
import { emailKindsOf, restoreWithUser } from './users/index.ts'
import { createToolServerPorts } from './tool-servers/index.ts'
import { createWebSearch } from './web-search/index.ts'

export type AppOptions = {
  configuration: Configuration
  address: DatabaseAddress
  storage: Storage
  log: Log
  /** When left out, leases of earlier processes of this folder have to expire. */
  folder?: LockedFolder
  /** The name of this process in combined metrics; when set, other processes listen on the same port. */
  processName?: string
  /** Collects the metrics of the other processes on this port. */
  metricsOfOthers?: () => Promise<ProcessMetrics[]>
  clock?: Clock
  /** Needed by the role `worker`, which delivers mail. */
  sendMail?: SendMail
  /** The sandbox inbox for mail; null with a mail server. */
  inboxUrl: string | null
  /** Variables that the file of models names. */
  environment?: Record<string, string | undefined>
  /** Folder of the built web app. */
  siteDir?: string
  /** Checks every reply against the contract: in tests and development. */
  checkReplies?: boolean
  /** Rate limits of sign-in and sign-up; the product's own by default. */
  attemptLimits?: AttemptLimits
  /** Hashing of passwords; the product's own by default. */
  passwords?: Passwords
  /** Maximum silence of a model, in milliseconds; by default each provider's own. */
  stallMs?: number
  /** Maximum wait for the documents of a question, in milliseconds; a minute by default. */
  documentWaitMs?: number
  /** The fetch function for push services; by default it connects to public addresses only. */
  pushFetch?: SafeFetch
  /** How often the app configuration file is checked for changes, in milliseconds; 5 s by default. */
  fileIntervalMs?: number
}

/** The data folder of this installation, which its main process has locked. */
export type LockedFolder = {
  id: string
  /** Whether this is the main process. */
  isMain: boolean
  /** It contains the built-in database, so there is no other node. */
  hasDatabase: boolean
  /** Folders whose disks are monitored, and their contents. */
  disks: WatchedFolder[]
}

/** Connections that may wait to be accepted while the process is busy; the system may cap it (`net.core.somaxconn`). */
const listenBacklog = 4096

/**
 * Connections of a process: more of them don't make a processor faster, and each takes memory in the database. Several
 * processes share 60, since PostgreSQL has 100 by default.
 */
const connectionLimit = (processes: number) =>
  Math.min(20, Math.max(10, availableParallelism() * 5), Math.floor(60 / processes))

export type App = {
  /** Listens and returns the address that people open. */
  listen(): Promise<{ url: string }>
  /** Closes everything: running answers may finish within this time, in milliseconds. */
  close(options?: { drainMs?: number }): Promise<void>
  /** URL of the one-time page that makes its visitor the first system administrator; null when there is one. */
  setupLink(): Promise<string | null>
  /** Lets answers of a process that died continue at once, by the name it had in this installation. */
  processDied(name: string): Promise<void>
  /** The metrics of this process, as prom-client's `getMetricsAsJSON` returns them. */
  metrics(): Promise<object[]>
  /** For programs beside the server: seeds, jobs, tests. */
  readonly ports: AnswerPorts
  /** The parts of a person's data export. */
  readonly ownData: readonly OwnData[]
}

/**
 * Assembles the product: creates each port once and passes it to the nouns that use it. The roles determine what this process
 * does; without `web` it only serves health and metrics.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { configuration, log, clock = systemClock, storage, inboxUrl } = options
  const isWeb = configuration.roles.includes('web')
  const isWorker = configuration.roles.includes('worker')
  const database = connect(options.address, {
    log,
    maxConnections: connectionLimit(configuration.processes),
    warmConnections: 2,
  })
  const logDatabase = connect(options.address, {
    log,
    maxConnections: 1,
    warmConnections: 1,
    usesGenericPlans: true,
  })
  for (const connected of [database, logDatabase]) refuseReplicas(connected)
  await Promise.all([database, logDatabase].map(openWarmConnections))
  const folderId = options.folder?.id ?? randomUUID()
  const { processName, metricsOfOthers } = options
  const nodeId = [folderId, processName ?? [], randomUUID()].flat().join(':')
  const nodes = await registerNode({
    database,
    nodeId,
    folderId,
    isMain: options.folder?.isMain ?? true,
    publicUrl: configuration.publicUrl,
    roles: configuration.roles,
    log,
  })
  const disk = watchDiskSpace({ folders: options.folder?.disks ?? [], log })
  const plans = readPlans(configuration.plansFile)
  const provider = paymentProviderOf(plans, configuration)
  await loadBoughtPlans({ database, plans })
  const metrics = createMetrics({ database })
  const traces = await startTraces({ endpoint: configuration.otlpEndpoint, nodeId, metrics, log })
  const models = await createModels({
    configuration,
    log,
    onFault: measureFaults(metrics),
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
  const queue = await startQueue({ address: options.address, database, log, traces })
  const systemSettings = await shareSystemSettings({
    database,
    address: options.address,
    configuration,
    secret,
    hasInbox: inboxUrl !== null,
    log,
  })
  const toolServers = createToolServerPorts({
    database,
    clock,
    log,
    secret,
    siteUrl: siteUrlOf(configuration),
    installed: models.toolServers,
    safeFetch: createSafeFetch(),
  })
  const webSearch = createWebSearch({
    configured: models.searchServices,
    ofPage: systemSettings.searchService,
    mayUseSandbox: () => configuration.sandbox === 'on' || !models.hasRealModel(),
    safeFetch: createSafeFetch({ morePorts: configuration.sourcePorts }),
  })
  const identity = createIdentity({
    database,
    configuration,
    queueMail,
    log,
    clock,
    // Only people at this machine can open the inbox; visitors of a public address are not sent there.
    inboxUrl: () =>
      systemSettings.mailSource() === 'sandbox' && isLocalSite(configuration.publicUrl) ? inboxUrl : null,
    signUpMode: systemSettings.signUpMode,
    isInvited: async (email, inviteToken) =>
      (await isInvited(database, email, inviteToken)) || (await isInvitedFromWaitingList(database, email)),
    invitedAddress,
    isDisposable: (email) => emailKindsOf(email).isTemporary,
    auditSignIn: (signIn) => auditSignIn(database, signIn),
    restoreAccounts: restoreWithUser,
    ...(options.attemptLimits && { attemptLimits: options.attemptLimits }),
    ...(options.passwords && { passwords: options.passwords }),
  })

  const notices = await createNotices({
    database,
    settings: systemSettings,
    identity,
    configuration,
    clock,
    log,
    ...(options.fileIntervalMs !== undefined && { fileIntervalMs: options.fileIntervalMs }),
  })
  const live = await createLive({
    address: options.address,
    database,
    log,
    nodeId,
    otherNodes: nodes.others,
    outsidersAmong: (people) => outsidersAmong(database, people),
    onSessionsEnded: identity.refuseSessions,
    whoMayUse,
  })
  identity.onSessionsEnded(({ sessionIds }) => live.endSessions(sessionIds))

  const apiBases = {
    main: pathOf(configuration.mainApiUrl),
    stream: pathOf(configuration.streamApiUrl),
    root: '',
  }
  const linkGuesses = createGuessLimit({ max: limits.maxLinkGuessesPerMinute, perSeconds: 60 })
  let isStopping = false
  const { modules, answers, drainWritingTools } = createModules({
    configuration,
    secret,
    address: options.address,
    database,
    clock,
    log,
    queue,
    storage,
    nodeId,
    nodes,
    disk,
    traces,
    live,
    plans,
    provider,
    models,
    webSearch,
    toolServers,
    linkGuesses,
    identity,
    systemSettings,
    notices,
    keysOfProviders,
    addedProviders,
    apiBases,
    isStopping: () => isStopping,
    measures: measureAnswers(metrics),
    logDatabase,
    documentWaitMs: options.documentWaitMs ?? 60_000,
    attemptLimits: options.attemptLimits,
    pushFetch: options.pushFetch ?? createSafeFetch(),
    sendMail: () => systemSettings.mailSender(options.sendMail ?? missingSender()),
  })
  await queue.register(modules.flatMap(({ jobs = [] }) => jobs.map(({ kind }) => kind)))
  const bindings = modules.flatMap((module) => module.bindings ?? [])
  checkBindings(contract, bindings)
  const isProbe = ({ endpoint }: Binding) =>
    endpoint === contract.getHealth || endpoint === contract.getReadiness

  const { app, isOwnOrigin } = createHttpServer({
    log,
    trustProxy: configuration.trustProxy,
    allowedOrigins: configuration.allowedOrigins,
    publicUrl: configuration.publicUrl ?? null,
  })
  if (traces) traceRequests(app, traces)
  measureRequests(app, metrics)
  measureDatabase({ database, metrics, log })
  measureProcess({ metrics, disk, openStreams: () => live.readers.count, log })
  await app.register(multipart)
  bindAll(app, isWeb ? bindings : bindings.filter(isProbe), {
    bases: apiBases,
    database,
    isOwnOrigin,
    downtimeEnd: notices.downtimeEnd,
    checkReplies: options.checkReplies ?? false,
    guards: {
      authenticate: identity.authenticate,
      isSystemAdmin: identity.isSystemAdmin,
      membershipIn: (accountId, userId) => membershipIn(database, accountId, userId),
    },
  })
  const ownMetrics = async () => (await metrics.getMetricsAsJSON()) as object[]
  const allMetrics =
    processName !== undefined && metricsOfOthers
      ? async () => [{ process: processName, metrics: await ownMetrics() }, ...(await metricsOfOthers())]
      : undefined
  serveMetrics(app, metrics, configuration.metricsToken, allMetrics)
  if (isWeb)
    await serveSite(app, {
      folder: options.siteDir ?? path.join(checkoutDir, 'apps/web/dist'),
      apiPrefixes: [apiBases.main, apiBases.stream],
      connectTo: [configuration.mainApiUrl, configuration.streamApiUrl]
        .filter((url) => url.includes('://'))
        .map((url) => new URL(url).origin),
      frameFrom: configuration.feedbackFormUrl ? new URL(configuration.feedbackFormUrl).origin : null,
      siteName: () => systemSettings.stored().branding?.value.name ?? null,
      async isLinkOpen(token, address) {
        linkGuesses.refuse(address)
        if ((await findOpenLink(database, token)) !== null) return true
        linkGuesses.miss(address)
        return false
      },
    })
  else app.setNotFoundHandler(async () => fail('NOT_FOUND'))
  const collaboration = configuration.roles.includes('collaboration')
    ? await createCollaboration({
        database,
        live,
        log,
        nodeId,
        address: options.address,
        authenticate: identity.authenticate,
      })
    : undefined
  const socket =
    collaboration &&
    serveSocket(app.server, {
      path: apiBases.stream + canvasSocketPath,
      isOwnOrigin: (origin, request) => isOwnOrigin(origin, asRequested(origin, request)),
      collaboration,
      log,
    })

  const work = isWorker ? await startWork(modules, queue) : []
  if (options.folder?.isMain) {
    const { id, hasDatabase: isOnlyNode } = options.folder
    const dead = { nodeId, folderId: id, isOnlyNode }
    const count = (await freeDeadLeases(database, dead)) + (await freeDeadJobs(database, dead))
    if (count > 0) log.info({ event: 'lease.freed', count }, 'Freed the leases of a process that died')
  }
  // Workers write answers, too: those of schedules.
  const leases = watchLeases(answers)

  return {
    ports: answers,
    ownData: ownDataOf(modules),
    metrics: ownMetrics,
    async processDied(name) {
      const prefix = `${folderId}:${name}`
      await nodes.forget(`${prefix}:`)
      await freeDeadLeases(database, { nodeId, folderId: prefix, isOnlyNode: false })
    },
    async setupLink() {
      const token = isWeb ? await identity.setupToken() : null
      return token && `${siteUrlOf(configuration)}/setup#${token}`
    },
    async listen() {
      const place = { host: configuration.host, port: configuration.port, backlog: listenBacklog }
      await app.listen({ ...place, ...(processName !== undefined && { reusePort: true }) })
      const bound = app.server.address()
      const port = typeof bound === 'object' && bound ? bound.port : configuration.port
      return { url: configuration.publicUrl ?? `http://${configuration.host}:${port}` }
    },
    async close({ drainMs = 0 } = {}) {
      isStopping = true
      await leases.takeNoMore()
      await drainAnswers(answers, drainMs)
      await drainWritingTools()
      socket?.stop()
      await collaboration?.stop()
      await live.stop()
      await app.close()
      // Also hands over questions that arrived until the last connection closed.
      await drainAnswers(answers, 0)
      await leases.stop()
      for (const each of work) await each.stop()
      await queue.stop({ timeoutMs: drainMs })
      await addedProviders.stop()
      await notices.stop()
      await systemSettings.stop()
      await models.close()
      disk.stop()
      await nodes.stop()
      await traces?.stop()
      await logDatabase.close()
      await database.close()
    },
  }
}

/** The role `worker`: any number of processes may have it, since each job, mail and month is taken by one of them. */
async function startWork(modules: readonly NounModule[], queue: Queue) {
  for (const job of modules.flatMap(({ jobs = [] }) => jobs)) await job.start(queue)
  const started = []
  for (const module of modules) if (module.startWork) started.push(await module.startWork())
  return started
}

/** Whether the site's address is on this machine. */
const isLocalSite = (publicUrl: string | undefined) =>
  publicUrl === undefined || /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(publicUrl).hostname)

/** The host of an upgrade request, which no route sees. Its scheme is that of the page: proxies end TLS before it arrives. */
const asRequested = (origin: string | undefined, { headers }: IncomingMessage) => ({
  protocol: origin?.split(':')[0] ?? '',
  host: headers.host ?? '',
})

function missingSecret(): never {
  throw new Error('The secret is missing.')
}

function missingSender(): never {
  throw new Error('The role worker delivers mail: it needs a way to send it.')
}

/** The path of an API's base URL, which is a path of this site or a full URL. */
const pathOf = (url: string) => (url.includes('://') ? new URL(url).pathname : url).replace(/\/$/, '')
