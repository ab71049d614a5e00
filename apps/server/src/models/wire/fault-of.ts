import type { ErrorCode } from '@atrium/contract'
import { ProviderFault } from './provider-fault.ts'
import { retryAfterOf } from './retry-after.ts'

/** The facts of an error from the HTTP client, a provider package or a stream; any may be missing. */
interface Facts {
  status?: number
  headers?: Record<string, string | undefined>
  /** The vendor's error types, such as `rate_limit_error` or `context_length_exceeded`. */
  kinds: string[]
  /** Messages of vendors and libraries: searched, never shown. */
  sentences: string
  /** The name of the error's class. */
  names: string[]
}

/** Converts anything that a provider threw, or sent in its stream, to a fault of the contract's list. */
export function faultOf(error: unknown): ProviderFault {
  const known = [...chainOf(error)].find((link) => link instanceof ProviderFault)
  if (known) return known
  const facts = factsOf(error)
  const code = codeOf(facts)
  const retryAfterSeconds = retryAfterOf(facts.headers, facts.sentences)
  return new ProviderFault(code, {
    retryAfterSeconds,
    isTransient: isTransient(facts, retryAfterSeconds),
    cause: new Error(summary(facts)),
  })
}

const tooLong =
  /context[_ -]?(length|window)|prompt is too long|maximum (context|prompt) length|too many (input )?tokens|input (token count|is too long)|exceeds? the (maximum|model'?s?).{0,40}tokens|request_too_large/i
const filtered =
  /content[_ -]?(filter|policy)|moderation[_ -]?blocked|responsible ?ai|safety (system|filter)|data_inspection_failed/i
const refusedKey =
  /authentication|permission|invalid[_ -]api[_ -]key|invalid_subscription|unauthorized|unauthenticated|forbidden/i
const rateLimited =
  /rate[_ -]?limit|too[_ -]?many[_ -]?requests|resource[_ -]?exhausted|insufficient_quota|throttl/i
const unavailable = /overloaded|server[_ -]?error|api_error|internal|unavailable|timeout_error|bad_gateway/i
const rejected =
  /invalid[_ -]?(request|argument|prompt|value)|not[_ -]?found|bad[_ -]?request|unprocessable|failed_precondition/i

const stalled = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const unreachable = new Set([
  ...[
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
  ],
  ...[
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])
const dropped = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_ABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])
/** The openai-compatible package's message for a stream that closed too early. */
const endMissing = /finish[ _]reason/i
const unreadable = /JSONParseError|TypeValidationError|InvalidResponseDataError|ParseError|HTTPParserError/

function codeOf({ status, kinds, sentences, names }: Facts): ErrorCode {
  const said = `${kinds.join(' ')} ${sentences}`
  const kind = kinds.join(' ')
  if (status !== undefined && status >= 400) {
    if (status === 429) return 'PROVIDER_RATE_LIMITED'
    if (status === 401 || status === 403)
      return filtered.test(kind) ? 'CONTENT_FILTERED' : 'PROVIDER_REFUSED_KEY'
    if (status >= 500 || status === 408) return 'PROVIDER_UNAVAILABLE'
    if (status === 413 || tooLong.test(said)) return 'TOKEN_LIMIT_REACHED'
    return filtered.test(kind) ? 'CONTENT_FILTERED' : 'PROVIDER_REJECTED'
  }
  if (kinds.some((one) => stalled.has(one))) return 'PROVIDER_STALLED'
  if (kinds.some((one) => unreachable.has(one))) return 'PROVIDER_UNAVAILABLE'
  if (kinds.some((one) => dropped.has(one))) return 'PROVIDER_DROPPED'
  if (tooLong.test(said)) return 'TOKEN_LIMIT_REACHED'
  if (filtered.test(kind)) return 'CONTENT_FILTERED'
  if (rateLimited.test(kind)) return 'PROVIDER_RATE_LIMITED'
  if (refusedKey.test(kind)) return 'PROVIDER_REFUSED_KEY'
  if (unavailable.test(kind)) return 'PROVIDER_UNAVAILABLE'
  if (rejected.test(kind)) return 'PROVIDER_REJECTED'
  if (names.some((name) => unreadable.test(name)) && endMissing.test(sentences)) return 'PROVIDER_DROPPED'
  if (names.some((name) => unreadable.test(name))) return 'PROVIDER_MALFORMED'
  if (names.includes('TypeError') && /terminated|fetch failed/.test(sentences)) return 'PROVIDER_DROPPED'
  if (rateLimited.test(sentences)) return 'PROVIDER_RATE_LIMITED'
  // The rest are errors inside a stream that began well: the provider failed while answering.
  return names.length === 0 ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_DROPPED'
}

const busyStatuses = new Set([500, 502, 503, 529])
const busy = /overloaded|server[_ -]?error|api_error|unavailable/i

/** A busy or restarting provider, or a broken connection. A rate limit says when to retry. */
function isTransient({ status, kinds }: Facts, retryAfterSeconds: number | null): boolean {
  if (status === 429) return retryAfterSeconds !== null
  if (status !== undefined && status >= 400) return busyStatuses.has(status)
  return kinds.some((kind) => dropped.has(kind) || busy.test(kind))
}

/** Yields the error and everything that it was caused by or contains, outermost first. */
function* chainOf(error: unknown): Generator<unknown> {
  const seen = new Set<unknown>()
  let link = error
  while (link !== undefined && link !== null && !seen.has(link) && seen.size < 10) {
    seen.add(link)
    yield link
    link = typeof link === 'object' && 'cause' in link ? link.cause : undefined
  }
}

function factsOf(error: unknown): Facts {
  const facts: Facts = { kinds: [], sentences: '', names: [] }
  for (const link of chainOf(error)) {
    if (typeof link === 'string') facts.sentences += ` ${link}`
    if (typeof link !== 'object' || link === null) continue
    const fields = link as Record<string, unknown>
    if (link instanceof Error) facts.names.push(link.name)
    if (facts.status === undefined && isStatus(fields['statusCode'])) facts.status = fields['statusCode']
    if (isRecord(fields['responseHeaders']))
      facts.headers ??= fields['responseHeaders'] as Record<string, string>
    collect(facts, fields)
    for (const body of [fields['data'], parsed(fields['responseBody'])]) collectNested(facts, body)
  }
  return facts
}

/**
 * Vendors put the fault into `error`, some into an array of one, some into `response.error`, and OpenRouter its upstream's into
 * `metadata`.
 */
function collectNested(facts: Facts, body: unknown, depth = 0): void {
  const inner = Array.isArray(body) ? body[0] : body
  if (!isRecord(inner) || depth > 3) return
  collect(facts, inner)
  for (const key of ['error', 'response', 'innererror', 'metadata', 'details'])
    collectNested(facts, inner[key], depth + 1)
  if (typeof inner['error'] === 'string') facts.sentences += ` ${inner['error']}`
}

function collect(facts: Facts, fields: Record<string, unknown>): void {
  for (const key of ['code', 'type', 'status', 'reason']) {
    const value = fields[key]
    if (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value)) facts.kinds.push(value)
    // A number in a stream's error is the HTTP status that the vendor would have used.
    if (facts.status === undefined && isStatus(value) && value >= 400) facts.status = value
  }
  for (const key of ['message', 'raw', 'retryDelay'])
    if (typeof fields[key] === 'string') facts.sentences += ` ${fields[key]}`
}

/** For operators: class, status and the vendor's error types. The vendor's messages may quote the question or the key. */
function summary({ status, kinds, names, headers }: Facts): string {
  const request = headers?.['x-request-id'] ?? headers?.['request-id']
  const said = [status && `status ${status}`, ...new Set(kinds), request && `request ${request.slice(0, 80)}`]
    .filter(Boolean)
    .join(', ')
  return `${names[0] ?? 'error in the stream'}${said ? `: ${said}` : ''}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > 100_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: a proxy's page, for example. Its status says enough.
    return undefined
  }
}
