import { reportedUsage } from '../faults/apply-faults.ts'
import type { Faults } from '../faults/faults.ts'
import type { RequestState } from '../recorded-requests.ts'
import type { Usage } from '../usage.ts'
import type { EventEncoder } from '../wire/wire-protocol.ts'
import { serverSentEvent } from '../wire/wire-protocol.ts'
import { settledOrGone, type Connection } from './connection.ts'
import { OutputMeter } from './output-usage.ts'
import { abandon, isChunk, type FinishReason, type Step } from './steps.ts'

/** All that one streamed answer needs. */
export interface StreamedAnswer {
  connection: Connection
  encoder: EventEncoder
  steps: AsyncIterable<Step>
  promptUsage: Pick<Usage, 'inputTokens' | 'cachedTokens'>
  faults: Faults
}

/** Streams the steps of an answer as events to its end. */
export async function streamAnswer({
  connection,
  encoder,
  steps,
  promptUsage,
  faults,
}: StreamedAnswer): Promise<RequestState> {
  const { gone } = connection
  const meter = new OutputMeter()
  let hasCalled = false

  const finish = async (reason: FinishReason): Promise<RequestState> => {
    const ending = encoder.finish(reason, reportedUsage(meter.usage(promptUsage), faults))
    await connection.send(faults.duplicateEnd ? ending + ending : ending)
    return end('answered')
  }
  const end = (state: RequestState): RequestState => {
    if (gone.aborted) return 'client-left'
    connection.end()
    return state
  }

  const iterator = steps[Symbol.asyncIterator]()
  // Like vendors, sends the opening at once; some clients wait for it before returning a stream.
  await connection.send(encoder.start())
  while (true) {
    const next = await settledOrGone(iterator.next(), gone)
    if (next === undefined || gone.aborted) {
      abandon(iterator)
      return 'client-left'
    }
    if (next.done) return finish(hasCalled ? 'tool-calls' : 'stop')
    const step = next.value
    if (isChunk(step)) {
      meter.add(step)
      await connection.send('text' in step ? encoder.text(step.text) : encoder.reasoning(step.reasoning))
    } else if ('call' in step) {
      hasCalled = true
      meter.addCall(step.call)
      await connection.send(encoder.call(step.call))
    } else if ('wait' in step) await settledOrGone(step.wait, gone)
    else if ('malformed' in step) await connection.send(serverSentEvent('{"delta": {"text": "cut'))
    else if ('finish' in step) return finish(step.finish)
    else if ('fail' in step) {
      await connection.send(encoder.fail(step.fail))
      return end('failed')
    } else if ('vanish' in step) return end('failed')
    else if ('drop' in step) {
      await connection.drop()
      return 'dropped'
    } else {
      await connection.untilGone()
      return 'client-left'
    }
  }
}
