import { reportedUsage } from '../faults/apply-faults.ts'
import type { Faults } from '../faults/faults.ts'
import { problemOfStatus, type Problem } from '../problem.ts'
import type { Usage } from '../usage.ts'
import type { WholeAnswer } from '../wire/wire-protocol.ts'
import { settledOrGone, type Connection } from './connection.ts'
import { OutputMeter } from './output-usage.ts'
import { abandon, isChunk, type FinishReason, type Step, type ToolCall } from './steps.ts'

/** The result of a non-streamed answer. */
export type Collected =
  | { kind: 'answer'; answer: WholeAnswer; malformed: boolean }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'dropped' }
  | { kind: 'client-left' }

// Cuts an endless non-streamed answer.
const maxLetters = 10_000_000

/** Lets an answer be said to its end and puts it together. */
export async function collectAnswer(
  steps: AsyncIterable<Step>,
  connection: Connection,
  promptUsage: Pick<Usage, 'inputTokens' | 'cachedTokens'>,
  faults: Faults,
): Promise<Collected> {
  const meter = new OutputMeter()
  let text = ''
  let reasoning = ''
  const calls: ToolCall[] = []
  let malformed = false
  const answer = (finishReason: FinishReason): Collected => {
    const usage = reportedUsage(meter.usage(promptUsage), faults)
    return { kind: 'answer', answer: { text, reasoning, calls, finishReason, usage }, malformed }
  }

  const iterator = steps[Symbol.asyncIterator]()
  while (true) {
    const next = await settledOrGone(iterator.next(), connection.gone)
    if (next === undefined) {
      abandon(iterator)
      return { kind: 'client-left' }
    }
    if (next.done) return answer(calls.length > 0 ? 'tool-calls' : 'stop')
    const step = next.value
    if (isChunk(step)) {
      meter.add(step)
      if ('text' in step) text += step.text
      else reasoning += step.reasoning
      if (text.length >= maxLetters) return answer('length')
    } else if ('call' in step) {
      meter.addCall(step.call)
      calls.push(step.call)
    } else if ('wait' in step) await settledOrGone(step.wait, connection.gone)
    else if ('malformed' in step) malformed = true
    else if ('finish' in step) return answer(step.finish)
    else if ('fail' in step) return { kind: 'problem', problem: step.fail }
    else if ('vanish' in step) return { kind: 'problem', problem: problemOfStatus(500) }
    else if ('drop' in step) return { kind: 'dropped' }
    else {
      await connection.untilGone()
      return { kind: 'client-left' }
    }
  }
}
