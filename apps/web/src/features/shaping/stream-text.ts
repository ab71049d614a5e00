import type { ShapingCost, ShapingPart } from '@atrium/contract'
import { ApiError } from '../../lib/api/api-error.ts'
import { readServerSentEvents } from '../../lib/read-events.ts'

/** Opens the stream of one of the calls that write a text. */
export type OpenText = (signal: AbortSignal) => Promise<Response>

export type WrittenText = ShapingCost & { isCut: boolean }

const silenceLimitMs = 45_000

/**
 * Requests a text and forwards its chunks. Throws `ApiError` if the call is refused, fails or breaks off, and `CallAborted` (or the
 * browser's equivalent) if `signal` aborts it.
 */
export async function streamText(
  open: OpenText,
  signal: AbortSignal,
  onText: (delta: string) => void,
): Promise<WrittenText> {
  const reply = await open(signal)
  if (reply.body === null) throw brokenOff()
  for await (const { data } of readServerSentEvents(reply.body, silenceLimitMs)) {
    const part = JSON.parse(data) as ShapingPart
    if (part.type === 'text-delta') onText(part.delta)
    else if (part.type === 'finish') return part
    else
      throw new ApiError({
        code: part.errorCode,
        status: 0,
        message: part.errorCode,
        retryAfterSeconds: part.retryAfterSeconds ?? undefined,
      })
  }
  throw brokenOff()
}

const brokenOff = () => new ApiError({ code: 'NO_ANSWER', status: 0, message: 'The text broke off.' })
