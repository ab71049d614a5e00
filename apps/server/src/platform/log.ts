import { mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { destination, multistream, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { loggablePath } from './http/loggable-path.ts'

/** A structured log. Fields first, then a constant sentence: `log.info({ turnId }, 'answer closed')`. Never users' texts. */
export type Log = Logger

/** Field names that are removed anywhere, up to three levels deep. */
const secretFields = [
  ...[
    'authorization',
    'cookie',
    '"set-cookie"',
    'password',
    'newPassword',
    'secret',
    'token',
    'accessToken',
    'refreshToken',
  ],
  ...['idToken', 'apiKey', 'code', 'otp', 'signature', 'policy', 'connectionString'],
  ...['text', 'content', 'prompt', 'messages', 'html', 'subject', 'body'],
]

const paths = secretFields.flatMap((field) => {
  const step = field.startsWith('"') ? `[${field}]` : `.${field}`
  return [step.replace(/^\./, ''), `*${step}`, `*.*${step}`]
})

/**
 * Creates this process's log: one JSON object per line, without secrets and texts. The HTTP layer adds request ids by child
 * loggers. `destination` is standard output by default.
 */
export function createLog({ level }: { level: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths, censor: '[removed]' },
      serializers: { err: describeError, error: describeError, req: describeRequest, res: describeReply },
    },
    destination,
  )
}

const maxLogBytes = 50_000_000

/**
 * The log as a file, and its errors on standard error as well. A file that has grown large becomes `<file>.old` at the start of the
 * process that owns it (`isNew`); others append to it.
 */
export function openLogFile(file: string, { isNew = true } = {}): DestinationStream {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if (isNew && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes)
    renameSync(file, `${file}.old`)
  // Opened synchronously: an early exit could not flush a file that is still being opened.
  const fd = openSync(file, 'a', 0o600)
  return multistream([
    { level: 'trace', stream: destination({ dest: fd, sync: false }) },
    { level: 'error', stream: destination({ dest: 2, sync: true }) },
  ])
}

interface DescribedError {
  type: string
  message: string
  /** Not `code`, which is removed: it may be somebody's sign-in code. */
  errorCode?: unknown
  stack?: string
  cause?: DescribedError
}

/** Only fields known to contain no personal data: a provider's or database's error may carry whole requests and rows. */
function describeError(error: unknown): unknown {
  return error instanceof Error ? described(error) : error
}

function described(error: Error): DescribedError {
  return {
    type: error.name,
    message: error.message.slice(0, 500),
    ...('code' in error && { errorCode: error.code }),
    ...(error.stack !== undefined && { stack: framesOf(error.stack) }),
    ...(error.cause instanceof Error && { cause: described(error.cause) }),
  }
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

/** The path without its query, which may contain codes and signatures. */
function describeRequest(request: { method?: string; url?: string; ip?: string }) {
  return { method: request.method, path: request.url && loggablePath(request.url), ip: request.ip }
}

function describeReply(reply: { statusCode?: number }) {
  return { statusCode: reply.statusCode }
}
