import { ApiError } from '../../lib/api/api-error.ts'

/** The message for a failed change of a room: a phrase, or the server's message. */
export type UpdateFailure = { phrase: UpdatePhrase } | { words: string }
type UpdatePhrase = (typeof phraseByStatus)[keyof typeof phraseByStatus] | 'update.failed'

const phraseByStatus = {
  0: 'update.network',
  400: 'update.invalidData',
  401: 'update.unauthorized',
  403: 'update.forbidden',
  404: 'update.notFound',
  409: 'update.nameTaken',
  422: 'update.invalidFormat',
  429: 'update.tooMany',
  500: 'update.serverError',
  502: 'update.unavailable',
  503: 'update.unavailable',
  504: 'update.timeout',
} as const

/** By status (ROOM-07); 0 means no response. A 400 shows the server's message, if any. */
export function updateRoomFailure(error: unknown): UpdateFailure {
  if (!(error instanceof ApiError)) return { phrase: 'update.failed' }
  const words = error.issues[0]?.message ?? error.message
  // 'Something went wrong' is the default for a response without a message.
  if (error.status === 400 && words && words !== 'Something went wrong') return { words }
  return { phrase: isReported(error.status) ? phraseByStatus[error.status] : 'update.failed' }
}

const isReported = (status: number): status is keyof typeof phraseByStatus => status in phraseByStatus
