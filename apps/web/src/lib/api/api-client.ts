import type { AccountId, Endpoint, ReplyOf, RequestInput, RoomId } from '@atrium/contract'
import { type AccessTokenKeeper, SessionOver } from '../session/access-token.ts'
import { ApiError, errorFromReply, failureOf } from './api-error.ts'
import { addressOf, type HostBases } from './api-address.ts'

/** The active account and room, as sent in headers. */
export type ActiveContext = {
  accountId: () => AccountId | null
  /** The active room; waits until it is known. */
  roomId: (signal: AbortSignal | undefined) => Promise<RoomId | null>
}

export type ApiPorts = {
  fetch: typeof fetch
  bases: () => Promise<HostBases>
  tokens: AccessTokenKeeper
  activeContext: ActiveContext
  mintKey: () => string
  /** The session is over and cannot be renewed. */
  onSignedOut: () => void
  /** The server reports that it is unavailable. */
  onMaintenance: () => void
}

/** The account and room of a call, if they differ from the active ones. */
export type CallPlace = { accountId: AccountId; roomId: RoomId | null }
export type CallOptions = {
  /** The caller shows the unavailability itself, instead of redirecting to the maintenance page. */
  showsOutage?: boolean
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** The call outlives the page. */
  keepalive?: boolean
  place?: CallPlace | undefined
}
export type StreamOptions = CallOptions & { lastEventId?: number | undefined }

const callTimeoutMs = 30_000

/** Endpoints that work in a room: they wait until the room context is set (ACC-03). */
const inRoom = new Set([
  'askQuestion',
  'createKnowledgeBase',
  'estimateQuestion',
  'getChat',
  'getUploadForm',
  'listKnowledgeBases',
  'listModels',
  'magicWrite',
])
const withToken = new Set<Endpoint['caller']>([
  'signed-in',
  'accepted-terms',
  'account-member',
  'account-admin',
  'system-admin',
])
const inAccount = new Set<Endpoint['caller']>(['signed-in', 'account-member', 'account-admin'])

/** The only client for the server: bearer token with one renewal for all calls, idempotency keys, account and room headers. */
export function createApiClient(ports: ApiPorts) {
  async function headersOf(
    endpoint: Endpoint,
    { params, body }: SentInput,
    { signal, place }: CallOptions,
  ): Promise<Headers> {
    const headers = new Headers({ accept: endpoint.reply.events ? 'text/event-stream' : 'application/json' })
    if (body !== undefined) headers.set('content-type', 'application/json')
    // Created once for the call and sent with every repetition of it.
    if (endpoint.idempotency === 'key') headers.set('idempotency-key', ports.mintKey())
    const accountId = inAccount.has(endpoint.caller)
      ? (accountInPath(endpoint, params) ?? place?.accountId ?? ports.activeContext.accountId())
      : null
    if (accountId) headers.set('workspace-id', accountId)
    if (inRoom.has(endpoint.name)) {
      const roomId = place ? place.roomId : await ports.activeContext.roomId(signal)
      if (roomId) headers.set('room-id', roomId)
    }
    return headers
  }

  async function authorised(
    send: (token: string | null) => Promise<Response>,
    endpoint: Endpoint,
  ): Promise<Response> {
    if (!withToken.has(endpoint.caller)) return await send(null)
    try {
      const token = await ports.tokens.get()
      const reply = await send(token)
      return reply.status === 401 ? await send(await ports.tokens.instead(token)) : reply
    } catch (error) {
      if (!(error instanceof SessionOver)) throw error
      ports.onSignedOut()
      throw new ApiError({ code: 'SESSION_ENDED', status: 401, message: error.message, cause: error })
    }
  }

  async function send(
    endpoint: Endpoint,
    input: SentInput,
    options: StreamOptions & { signal?: AbortSignal | undefined },
  ): Promise<Response> {
    try {
      const url = addressOf(await ports.bases(), endpoint, input)
      const headers = await headersOf(endpoint, input, options)
      if (options.lastEventId !== undefined) headers.set('last-event-id', String(options.lastEventId))
      const reply = await authorised(async (token) => {
        if (token) headers.set('authorization', `Bearer ${token}`)
        return await ports.fetch(url, {
          method: endpoint.method,
          headers,
          // Only identity's own calls include the cookie; across hosts the browser would not send it.
          credentials: withToken.has(endpoint.caller) ? 'omit' : 'include',
          ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
          ...(options.signal && { signal: options.signal }),
          ...(options.keepalive && { keepalive: true }),
        })
      }, endpoint)
      if (reply.ok) return reply
      const error = await errorFromReply(reply)
      if (reply.status === 503 && error.saidByServer && !options.showsOutage) ports.onMaintenance()
      if (reply.status === 401 && withToken.has(endpoint.caller)) ports.onSignedOut()
      throw error
    } catch (error) {
      throw failureOf(error)
    }
  }

  return {
    /** Calls an endpoint and returns its reply. Throws `ApiError`, or `CallAborted` if `signal` aborted it. */
    async call<Definition extends Endpoint>(
      endpoint: Definition,
      input: RequestInput<Definition>,
      options: CallOptions = {},
    ): Promise<ReplyOf<Definition>> {
      const signal = withTimeout(options.signal, options.timeoutMs ?? callTimeoutMs)
      const reply = await send(endpoint, input, { ...options, signal })
      if (!endpoint.reply.json) return undefined as ReplyOf<Definition>
      return await reply.json().catch((error: unknown) => {
        throw failureOf(error)
      })
    },
    /** Opens an event stream. Only its start has a timeout; the reader ends it. */
    async stream<Definition extends Endpoint>(
      endpoint: Definition,
      input: RequestInput<Definition>,
      options: StreamOptions = {},
    ): Promise<Response> {
      const started = new AbortController()
      const timer = setTimeout(
        () => started.abort(new DOMException('No answer in time.', 'TimeoutError')),
        options.timeoutMs ?? callTimeoutMs,
      )
      try {
        const signal = options.signal ? AbortSignal.any([options.signal, started.signal]) : started.signal
        return await send(endpoint, input, { ...options, signal })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

export type ApiClient = ReturnType<typeof createApiClient>
export type SentInput = { params?: unknown; query?: unknown; body?: unknown }

/** The account in a call's path: the header must name the same one (AUTH-11). */
function accountInPath(endpoint: Endpoint, params: unknown): string | undefined {
  const { accountId, id } = (params ?? {}) as { accountId?: string; id?: string }
  return accountId ?? (endpoint.path.startsWith('/user/teams/') ? id : undefined)
}

const withTimeout = (signal: AbortSignal | undefined, timeoutMs: number): AbortSignal =>
  signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs)
