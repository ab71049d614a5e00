import type { ShapingPart } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { openEventStream } from '../platform/http/event-stream.ts'
import type { OpenCall } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'
import { runCall } from './run-call.ts'

/** Streams the text of an opened call, then its outcome and usage. */
export async function streamText(
  ports: WritingToolsPorts,
  call: OpenCall,
  reply: FastifyReply,
): Promise<void> {
  const stream = ports.watchReader(call.member, openEventStream(reply))
  const send = (part: ShapingPart) => void stream.write(`data: ${JSON.stringify(part)}\n\n`)
  try {
    const { state, errorCode, retryAfterSeconds, isCut, ...cost } = await runCall(ports, call, {
      onLeft: (leave) => stream.onClose(leave),
      onText: (delta) => send({ type: 'text-delta', delta }),
    })
    const { usage, creditsCharged, modelName, sandbox } = cost
    const took = { usage, creditsCharged, modelName, sandbox }
    send(
      state === 'failed'
        ? { type: 'error', errorCode: errorCode ?? 'INTERNAL', retryAfterSeconds, ...took }
        : { type: 'finish', isCut, ...took },
    )
    stream.write('data: [DONE]\n\n')
  } catch (error) {
    // The stream closes without an end event, and its reader treats it as interrupted.
    ports.log.error(
      { event: 'shaping.close_failed', err: error, shapingId: call.shapingId },
      'Could not settle a shaping call',
    )
  } finally {
    stream.end()
  }
}
