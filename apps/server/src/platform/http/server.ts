import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { isDatabaseUnavailable, unavailableReason } from '../database/index.ts'
import { asFailure, errorReply, Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { definitionOf } from '@atrium/contract'
import { limitBodyTime } from './body-timeout.ts'
import { answerBrokenRequest, answerUnroutable } from './broken-requests.ts'
import { type DrainLimits, drainUnreadBodies, usualDrain } from './drain.ts'
import { endEventStreams } from './event-stream.ts'
import { addCacheHeaders, addSecurityHeaders } from './headers.ts'
import { loggablePath } from './loggable-path.ts'
import { traceFailure } from './trace-requests.ts'

type HttpOptions = {
  log: Log
  /** No proxy, this many proxies in front, or these addresses. */
  trustProxy: false | number | string[]
  /** Origins, besides the site's own, that may call the APIs from a browser. */
  allowedOrigins: readonly string[]
  publicUrl: string | null
  /** Maximum duration of a request's arrival, in milliseconds, and how often it is checked; `fileMs` for uploads. */
  timeouts?: { headersMs: number; wholeMs: number; fileMs: number; checkIntervalMs: number }
  /** How much is read of a body that was refused while it was arriving. */
  drain?: DrainLimits
}

const bodyLimitBytes = 256 * 1024
const defaultTimeouts = { headersMs: 15_000, wholeMs: 60_000, fileMs: 45 * 60_000, checkIntervalMs: 5_000 }
/** How long running requests may take when the server closes. */
const lastRequestsMs = 3_000

/** Creates the HTTP server without endpoints: parsing, headers, origins, errors in the contract's form, logs. */
export function createHttpServer({
  log,
  trustProxy,
  allowedOrigins,
  publicUrl,
  timeouts = defaultTimeouts,
  drain = usualDrain,
}: HttpOptions) {
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: timeouts.fileMs,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkIntervalMs },
    clientErrorHandler: answerBrokenRequest(log),
    frameworkErrors: answerUnroutable,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  // A body that is not JSON is named as such; the default would read text as well.
  app.removeContentTypeParser('text/plain')
  // Only for endpoints that take a form (`parseRequest`): mail programs unsubscribe with one.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )

  // Before anything can be refused: refusals need the headers too.
  addSecurityHeaders(app)
  addCacheHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // An absolute or odd request target is an attempt to use this server as a proxy (E09).
    if (!request.raw.url?.startsWith('/') || request.raw.url.startsWith('//'))
      throw new Failure('INVALID_INPUT')
  })
  const origins = ownOrigins({ allowedOrigins, publicUrl })
  addCrossOrigin(app, origins)
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info(
      {
        event: 'request.finished',
        method,
        path: loggablePath(url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  limitBodyTime(app, timeouts.wholeMs, log)
  drainUnreadBodies(app, drain)
  const connections = trackConnections(app)
  app.addHook('preClose', async () => {
    endEventStreams()
    connections.end()
  })
  return { app, isOwnOrigin: origins.isOwn }
}

/**
 * Node waits for unused connections, which browsers open in advance, and for endless requests. Closes the first at once, the
 * others after their time.
 */
function trackConnections(app: FastifyInstance): { end(): void } {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    end() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
      setTimeout(() => app.server.closeAllConnections(), lastRequestsMs).unref()
    },
  }
}

type Origins = {
  isOwn: (origin: string | undefined, request: { protocol: string; host: string }) => boolean
  isAllowed: (origin: string) => boolean
}

/** Exact comparison of whole origins: scheme, host and port. */
function ownOrigins({
  allowedOrigins,
  publicUrl,
}: Pick<HttpOptions, 'allowedOrigins' | 'publicUrl'>): Origins {
  const allowed = new Set([...allowedOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])])
  return {
    isAllowed: (origin) => allowed.has(origin),
    isOwn: (origin, request) =>
      origin !== undefined && (allowed.has(origin) || origin === `${request.protocol}://${request.host}`),
  }
}

function addCrossOrigin(app: FastifyInstance, { isAllowed }: Origins): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (!origin || !isAllowed(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after, x-request-id, x-vercel-ai-ui-message-stream',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return
    await reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, workspace-id, account-id, room-id, idempotency-key, last-event-id',
        'access-control-max-age': '600',
      })
      .code(204)
      .send()
  })
}

type Reply = Parameters<Parameters<FastifyInstance['setErrorHandler']>[0]>[2]

/** The one place that converts errors to HTTP replies. */
export function answerError(error: unknown, request: FastifyRequest, reply: Reply) {
  const failure = translate(error)
  const definition = definitionOf(failure.code)
  if (request.span) traceFailure(request.span, failure)
  if (reply.raw.destroyed && error instanceof Error && error.name === 'AbortError')
    request.log.info({ event: 'request.cancelled' }, 'The client cancelled a request')
  else if (definition.incident)
    request.log.error(
      { event: 'request.failed', err: failure.cause ?? failure, errorCode: failure.code },
      'A request failed',
    )
  else if (failure.status === 401 || failure.status === 403)
    request.log.info({ event: 'request.refused', errorCode: failure.code }, 'Refused a request')
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (failure.extra.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.ceil(failure.extra.retryAfterSeconds)))
  void reply.code(failure.status).send(errorReply(failure, request.id))
}

function translate(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isDatabaseUnavailable(error))
    return new Failure('UNAVAILABLE', {
      cause: error,
      retryAfterSeconds: 2,
      details: { reason: unavailableReason(error) },
    })
  const { statusCode, message } = error as Partial<FastifyError>
  if (statusCode === 413) return new Failure('PAYLOAD_TOO_LARGE')
  if (statusCode === 415) return new Failure('UNSUPPORTED_MEDIA_TYPE')
  if (statusCode === 429) return new Failure('RATE_LIMITED')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('INVALID_INPUT', {
      issues: [{ path: 'body', message: message ?? 'This could not be read.' }],
    })
  return asFailure(error)
}
