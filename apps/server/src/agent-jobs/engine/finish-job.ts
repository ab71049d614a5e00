import { answerText, type ErrorCode } from '@atrium/contract'
import { closeTurn, removedModel } from '../../answers/index.ts'
import type { JobPorts } from '../ports.ts'
import { totalUsage } from './call-model.ts'
import { emitIfNew } from './emit-if-new.ts'
import { endJob } from './job-lease.ts'
import { progressOf } from './progress.ts'
import type { JobRun } from './job-run.ts'

type Ended = {
  state: 'completed' | 'failed' | 'cancelled'
  errorCode: ErrorCode | null
  /** The answer, or the part that is finished. */
  text: string
}

const stateOfTurn = { completed: 'answered', failed: 'failed', cancelled: 'stopped' } as const

/**
 * Ends a job with its turn, in one transaction: the text, the end of both, and one charge for all finished steps. Without a text nothing is
 * charged. If a worker dies here, the next one repeats this with the rest of the text.
 */
export async function finishJob(ports: JobPorts, run: JobRun, ended: Ended): Promise<void> {
  const { job, turn, program, work, model } = run
  if (work) {
    const data = progressOf(job, program, work, { current: [], pause: null, isOver: true })
    turn.emit({ type: 'data-job', id: 'job', data })
    for (const part of program.partsOf(work, true)) emitIfNew(turn, part)
  }
  sayRest(run, ended.text)
  await closeTurn(
    ports,
    {
      turn,
      inputTokens: 0,
      isFirstOfChat: run.isFirstOfChat,
      writtenBefore: '',
      handedOver: null,
      drawing: null,
      cost:
        ended.text === ''
          ? null
          : {
              usage: totalUsage(run.steps.map(({ usage }) => usage)),
              chargeMilli: run.steps.reduce((sum, { costMilli }) => sum + costMilli, 0),
            },
      alsoStore: (trx) => endJob(trx, job, ended),
    },
    {
      state: stateOfTurn[ended.state],
      errorCode: ended.errorCode,
      retryAfterSeconds: null,
      usage: null,
      model:
        model ?? removedModel({ model_id: job.modelId }, { model_name: run.modelName, sandbox: run.sandbox }),
    },
  )
  // The owner's browser may be connected to another process than this worker's.
  ports.live.publish(job, { type: 'turn-closed', chatId: job.chatId, turnId: job.turnId })
  ports.live.publish(job, { type: 'job-changed', invocationId: job.jobId })
}

const textId = 'text-1'

/** Emits the part of the text that an earlier worker has not emitted. */
function sayRest({ turn }: JobRun, text: string): void {
  const said = answerText(turn.parts)
  const rest = text.startsWith(said) ? text.slice(said.length) : ''
  if (rest === '') return
  if (said === '') turn.emit({ type: 'text-start', id: textId })
  turn.emit({ type: 'text-delta', id: textId, delta: rest })
  turn.emit({ type: 'text-end', id: textId })
}
