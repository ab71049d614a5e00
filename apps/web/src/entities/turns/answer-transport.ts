import { askQuestion, readAnswer, stopAnswer, type ErrorCode } from '@atrium/contract'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { AnswerRefused, type AnswerTransport } from './running-answer.ts'

/** Transient errors are retried; any other reply of the server is final. */
const passing = new Set<string>([
  'NO_ANSWER',
  'TIMED_OUT',
  'INVALID_RESPONSE',
  'INTERNAL',
  'UNAVAILABLE',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_IN_PROGRESS',
  // The question waits in the outbox until its author has signed in again.
  'UNAUTHENTICATED',
  'SESSION_ENDED',
])

/**
 * The streaming API through the product's API client. `onFormerGoesOn`: an edited question's former answer is read elsewhere and
 * continues.
 */
export function answerTransport(
  api: Pick<ApiClient, 'call' | 'stream'>,
  { onFormerGoesOn }: { onFormerGoesOn?: () => void } = {},
): AnswerTransport {
  return {
    ask: ({ request }, place, signal) =>
      bodyOf(
        api.stream(askQuestion, { body: request }, { signal, place }).then((response) => {
          if (response.headers.get('atrium-former-answer') === 'continues') onFormerGoesOn?.()
          return response
        }),
      ),
    read: (turnId, after, place, signal) =>
      bodyOf(
        api.stream(readAnswer, { params: { turnId }, query: { after: String(after) } }, { signal, place }),
      ),
    stop: async (turnId, place) => void (await api.call(stopAnswer, { params: { turnId } }, { place })),
  }
}

async function bodyOf(opening: Promise<Response>): Promise<ReadableStream<Uint8Array>> {
  try {
    const { body } = await opening
    if (body === null) throw new Error('an event stream without a body')
    return body
  } catch (error) {
    if (!(error instanceof ApiError) || passing.has(error.code)) throw error
    const { retryAfterSeconds, details } = error
    throw new AnswerRefused({ code: error.code as ErrorCode, retryAfterSeconds, details })
  }
}
