import {
  type AccountId,
  type Contract,
  contract,
  type Endpoint,
  type EndpointName,
  ErrorReply,
  mintId,
  type ReplyOf,
  type RequestInput,
  type RoomId,
} from '@atrium/contract'

type Input<Name extends EndpointName> = RequestInput<Contract[Name] & Endpoint>
type LooseInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

export type ApiSettings = {
  url: string
  token?: string
  cookie?: string
  accountId?: AccountId
  roomId?: RoomId
  origin?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** An error reply as a test sees it; its form was checked against the contract. */
export class ApiFailure extends Error {
  readonly reply: ErrorReply
  constructor(name: string, reply: ErrorReply) {
    super(
      `${name}: ${reply.statusCode} ${reply.code}${reply.issues ? ` ${JSON.stringify(reply.issues)}` : ''}`,
    )
    this.reply = reply
  }
}

/** The code of a refused call; throws if it succeeds, or fails in another way. */
export async function codeOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiFailure) return error.reply.code
  throw new Error('This was not refused.', { cause: error })
}

const bases = { main: '/api', stream: '/stream', root: '' }

/** Where an endpoint is, with its parameters filled in. */
export function pathOf(endpoint: Endpoint, { params, query }: LooseInput = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString()
  return `${bases[endpoint.host]}${path}${search ? `?${search}` : ''}`
}

/** Sends one request as the contract declares, without validating the response. */
export function send(endpoint: Endpoint, settings: ApiSettings, input: LooseInput = {}): Promise<Response> {
  const { url, token, cookie, accountId, roomId, origin, signal } = settings
  return fetch(url + pathOf(endpoint, input), {
    method: endpoint.method,
    ...(signal && { signal }),
    headers: {
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(accountId && { 'workspace-id': accountId }),
      ...(roomId && { 'room-id': roomId }),
      ...(endpoint.caller === 'refresh-cookie' && { origin: origin ?? url }),
      ...(endpoint.idempotency === 'key' && { 'idempotency-key': mintId('message') }),
      ...settings.headers,
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
}

/** The Cookie header that a browser would send after a response. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Calls an endpoint; the reply, or the error, is checked against the contract. Throws `ApiFailure`. */
export async function call<Name extends EndpointName>(
  name: Name,
  settings: ApiSettings,
  input?: Input<Name>,
): Promise<ReplyOf<Contract[Name]>> {
  const endpoint: Endpoint = contract[name]
  const response = await send(endpoint, settings, input as LooseInput)
  const body = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new ApiFailure(name, ErrorReply.parse(body))
  return endpoint.reply.json?.parse(body) as ReplyOf<Contract[Name]>
}
