import type { ProviderProblem } from '@atrium/contract'
import { EgressRefusedError } from '../../platform/egress/index.ts'
import { type DiscoveredModel, discoveredModels } from './discovered-models.ts'
import type { Connection } from './provider-connections.ts'
import { ProviderFault } from '../wire/provider-fault.ts'

/** The result of checking a provider. */
export interface Look {
  /** It responds, perhaps with a refusal: its models can be used. */
  isReachable: boolean
  /** The problem, if any. */
  problem: ProviderProblem | null
  /** Its models, when requested and listed. */
  models: DiscoveredModel[]
  /** For operators: a status or an error's name, nothing written by the other side. */
  detail: string | null
}

type LookOptions = {
  fetch: typeof globalThis.fetch
  timeoutMs: number
  /** Whether to read the list; otherwise any reply suffices. */
  wantsModels: boolean
}

/** Requests a provider's list of models once. Never throws. */
export async function checkProvider(
  connection: Connection,
  { fetch, timeoutMs, wantsModels }: LookOptions,
): Promise<Look> {
  try {
    const reply = await fetch(listAddress(connection), {
      headers: listHeaders(connection),
      signal: AbortSignal.timeout(timeoutMs),
      // The key is not for a redirect's target.
      redirect: 'manual',
    })
    const problem = problemOfStatus(reply.status, connection)
    const detail = problem && `status ${reply.status}`
    if (problem !== null || !wantsModels) {
      await reply.body?.cancel()
      return { isReachable: reply.status < 500, problem, models: [], detail }
    }
    const models = discoveredModels(JSON.parse(await readLimited(reply, maxListBytes)))
    return models
      ? { isReachable: true, problem: null, models, detail: null }
      : { isReachable: true, problem: 'NOT_THIS_PROTOCOL', models: [], detail: 'no list of models' }
  } catch (error) {
    return { isReachable: false, models: [], ...problemOfError(error) }
  }
}

function listAddress({ row, baseUrl }: Connection): string {
  if (row.discover === 'ollama') return `${new URL(baseUrl).origin}/api/tags`
  switch (row.protocol) {
    case 'azure':
    case 'azure-responses':
      return `${baseUrl}/v1/models?api-version=v1`
    // These list few models per page by default.
    case 'anthropic':
      return `${baseUrl}/models?limit=1000`
    case 'google':
      return `${baseUrl}/models?pageSize=1000`
    default:
      return `${baseUrl}/models`
  }
}

function listHeaders({ row, key }: Connection): Record<string, string> {
  if (!key) return row.protocol === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}
  switch (row.protocol) {
    case 'anthropic':
      return { 'x-api-key': key.reveal(), 'anthropic-version': '2023-06-01' }
    case 'google':
      return { 'x-goog-api-key': key.reveal() }
    case 'azure':
    case 'azure-responses':
      return { 'api-key': key.reveal() }
    default:
      return { authorization: `Bearer ${key.reveal()}` }
  }
}

function problemOfStatus(status: number, { row, key }: Connection): ProviderProblem | null {
  if (status >= 200 && status < 300) return null
  // Google's reply to a wrong key.
  if (status === 401 || status === 403 || (status === 400 && row.protocol === 'google'))
    return key ? 'KEY_REFUSED' : 'KEY_MISSING'
  if (status === 429) return 'RATE_LIMITED'
  return status >= 500 ? 'PROVIDER_FAILED' : 'NOT_THIS_PROTOCOL'
}

const problemsByCode: [RegExp, ProviderProblem][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'NO_SUCH_HOST'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'TIMED_OUT'],
  [/CERT|^ERR_(TLS|SSL)|^EPROTO$|UNABLE_TO_/, 'NOT_ENCRYPTED_RIGHT'],
  [/^(HPE_|UND_ERR_RESPONSE_EXCEEDED)/, 'NOT_THIS_PROTOCOL'],
  [/^(ECONN|EHOST|ENET|EADDR|EPIPE|UND_ERR_SOCKET)/, 'NOT_REACHED'],
]

function problemOfError(error: unknown): Pick<Look, 'problem' | 'detail'> {
  let detail: string | null = null
  for (let link = error, depth = 0; link instanceof Error && depth < 10; link = link.cause, depth += 1) {
    // Ports of other services, such as mail's, are never requested by HTTP.
    if (link instanceof EgressRefusedError || link.message === 'bad port')
      return { problem: 'ADDRESS_NOT_ALLOWED', detail: link.name }
    if (link.name === 'TimeoutError') return { problem: 'TIMED_OUT', detail: link.name }
    // A web page, or something that is not JSON.
    if (link instanceof ProviderFault || link instanceof SyntaxError)
      return { problem: 'NOT_THIS_PROTOCOL', detail: link.name }
    const code = 'code' in link && typeof link.code === 'string' ? link.code : null
    const found = code && problemsByCode.find(([form]) => form.test(code))
    if (found) return { problem: found[1], detail: code }
    detail = code ?? link.name
  }
  return { problem: 'PROVIDER_FAILED', detail }
}

/** Above any vendor's list; an address that sends endlessly is no provider. */
const maxListBytes = 8 * 1024 * 1024

async function readLimited(reply: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    length += chunk.byteLength
    if (length > most) throw new SyntaxError('The list of models is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
