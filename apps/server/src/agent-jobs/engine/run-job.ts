import { createHash } from 'node:crypto'
import type { ErrorCode, JobPause, TokenUsage } from '@atrium/contract'
import { appendRest, startOf } from '../../answers/index.ts'
import { priceQuestion } from '../../credits/index.ts'
import { ProviderFault, type ResolvedModel } from '../../models/index.ts'
import { inTenant, isDatabaseUnavailable } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import type { JobPorts } from '../ports.ts'
import { admitStep } from './admit-step.ts'
import { callModel } from './call-model.ts'
import { finishJob } from './finish-job.ts'
import { pauseJob, releaseJob } from './job-lease.ts'
import type { JobRun } from './job-run.ts'
import { storeStep } from './job-steps.ts'
import type { PreparedStep, Step } from './program.ts'
import { emitIfNew } from './emit-if-new.ts'
import { progressOf } from './progress.ts'

/** Maximum attempts of one step, by death of its worker or by failure. */
const maxAttempts = 5
/** Maximum time of all steps of a job together, in milliseconds. */
const maxWorkMs = 60 * 60_000
/** Pause before a failed step is tried again, in milliseconds, for each attempt so far. */
const retryAfterMs = 2_000

/** Faults that asking again does not cure. */
const finalFaults: ReadonlySet<ErrorCode> = new Set([
  'CONTENT_FILTERED',
  'PROVIDER_REFUSED_KEY',
  'PROVIDER_REJECTED',
  'TOKEN_LIMIT_REACHED',
])

/** Faults by which a model refuses one prompt, whatever it does with others. */
const faultsOfPrompt: ReadonlySet<ErrorCode> = new Set([
  'CONTENT_FILTERED',
  'PROVIDER_REJECTED',
  'TOKEN_LIMIT_REACHED',
])

/** How a worker's turn at a job ended: with the job over, paused, left to another worker, or to be tried again. */
type Outcome =
  | { kind: 'over'; state: 'completed' | 'failed' | 'cancelled'; errorCode: ErrorCode | null; text: string }
  | { kind: 'paused'; pause: JobPause }
  | { kind: 'lost' }
  | { kind: 'handed-over' }
  | { kind: 'retry'; error: unknown }

/** Works on a job until it is over, pauses, or this process may not go on. Never throws while the database is there. */
export async function runJob(ports: JobPorts, run: JobRun): Promise<void> {
  const { job, turn } = run
  announce(ports, run)
  const outcome = await workOn(ports, run)
  switch (outcome.kind) {
    case 'over':
      return await finishJob(ports, run, outcome)
    case 'paused':
      return await pause(ports, run, outcome.pause)
    case 'lost':
      return turn.release({ cut: true })
    case 'handed-over':
      await appendRest(ports, turn)
      await releaseJob(ports.database, job, { afterMs: 0, isUncounted: true })
      return turn.release({ cut: true })
    case 'retry': {
      ports.log.warn(
        { event: 'agent_job.step_failed', err: outcome.error, jobId: job.jobId, attempt: job.attempts },
        'A step of an agent job failed; retrying',
      )
      await appendRest(ports, turn)
      await releaseJob(ports.database, job, { afterMs: retryAfterMs * job.attempts, isUncounted: false })
      return turn.release({ cut: true })
    }
  }
}

/** The first events of the answer, or what a reader sees of the finished steps where a worker left them behind. */
function announce(ports: JobPorts, { turn, work, program, model, isAnnounced, ...run }: JobRun): void {
  if (!isAnnounced) {
    const shown = model ?? {
      modelId: run.job.modelId,
      displayName: run.modelName,
      sandbox: run.sandbox,
      pictures: null,
    }
    const messageMetadata = startOf(ports, { turn, drawing: null }, shown, null)
    turn.emit({ type: 'start', messageId: turn.turnId, messageMetadata })
    turn.emit({ type: 'start-step' })
    // Every browser of the owner tracks it from now on.
    ports.live.publish(run.job, { type: 'job-changed', invocationId: run.job.jobId })
  }
  if (work) for (const part of program.partsOf(work, false)) turn.emit(part)
  ports.logWriter.wake(turn)
}

async function workOn(ports: JobPorts, run: JobRun): Promise<Outcome> {
  const { job, program, model } = run
  const failed = (errorCode: ErrorCode): Outcome => over(run, 'failed', errorCode)
  if (job.stopRequested) return over(run, 'cancelled', null)
  if (!run.work) return failed('JOB_ACCESS_LOST')
  if (!model) return failed('MODEL_NOT_AVAILABLE')
  if (job.attempts > maxAttempts) return failed('JOB_STEP_FAILED')
  let workedMs = job.workedMs
  for (;;) {
    const aborted = abortedOf(run)
    if (aborted) return aborted
    if (workedMs > maxWorkMs) return failed('JOB_TOOK_TOO_LONG')
    const next = program.next(run.work)
    if ('text' in next) return { kind: 'over', state: 'completed', errorCode: null, text: next.text }
    if ('fail' in next) return failed(next.fail)
    if ('pause' in next) return { kind: 'paused', pause: { reason: next.pause, moreCredits: null } }
    const startedMs = performance.now()
    try {
      const step = await readyStep(ports, run, next.step)
      const admitted = await admitStep(ports, job, model, step)
      if (admitted === 'lost') return { kind: 'lost' }
      if (admitted !== 'admitted') return { kind: 'paused', pause: admitted.pause }
      publishProgress(ports, run, step)
      if (!(await takeStep(ports, run, model, step))) return { kind: 'lost' }
    } catch (error) {
      const ended = abortedOf(run)
      if (ended) return ended
      if (isDatabaseUnavailable(error)) throw error
      if (error instanceof Failure) return failed('JOB_ACCESS_LOST')
      if (error instanceof ProviderFault && finalFaults.has(error.code)) return failed(error.code)
      if (job.attempts < maxAttempts) return { kind: 'retry', error }
      ports.log.error({ event: 'agent_job.failed', err: error, jobId: job.jobId }, 'An agent job failed')
      return failed(error instanceof ProviderFault ? error.code : 'JOB_STEP_FAILED')
    }
    job.attempts = 0
    workedMs += performance.now() - startedMs
    for (const part of program.partsOf(run.work, false)) emitIfNew(run.turn, part)
  }

  function abortedOf({ turn: { abortReason } }: JobRun): Outcome | null {
    if (abortReason === 'stopped') return over(run, 'cancelled', null)
    if (abortReason === 'lease-lost') return { kind: 'lost' }
    return abortReason ? { kind: 'handed-over' } : null
  }
}

const readyStep = async (ports: JobPorts, { turn }: JobRun, step: Step | PreparedStep): Promise<Step> =>
  step.how === 'prepared' ? await step.prepare({ ports, turn }) : step

const over = (
  { program, work }: JobRun,
  state: 'failed' | 'cancelled',
  errorCode: ErrorCode | null,
): Outcome => ({
  kind: 'over',
  state,
  errorCode,
  text: work ? program.partialText(work) : '',
})

/** Does a step and stores it. False when another worker has the job. */
async function takeStep(ports: JobPorts, run: JobRun, model: ResolvedModel, step: Step): Promise<boolean> {
  const { job, turn, work } = run
  if (!work) return false
  const startedMs = performance.now()
  const done = await doStep(ports, run, model, step)
  const finished = {
    key: step.key,
    kind: step.kind,
    title: step.title,
    output: done.output,
    usage: done.usage,
    costMilli: done.usage ? priceQuestion(model.price, done.usage) : 0,
    toolCalls: done.toolCalls,
    durationMs: Math.round(performance.now() - startedMs),
  }
  const inputHash = createHash('sha256')
    .update(JSON.stringify(step.how === 'model' ? step.prompt : (step.input ?? null)))
    .digest('base64url')
  const isStored = await inTenant(ports.database, turn, (trx) =>
    storeStep(trx, job, { ...finished, position: run.steps.length, inputHash }),
  )
  if (isStored) {
    run.steps = [...run.steps, finished]
    run.work = { ...work, steps: run.steps }
  }
  return isStored
}

type Done = { output: unknown; usage: TokenUsage | null; toolCalls: number }

async function doStep(
  ports: JobPorts,
  { turn, job }: JobRun,
  model: ResolvedModel,
  step: Step,
): Promise<Done> {
  if (step.how === 'plain') return { output: step.run(), usage: null, toolCalls: 0 }
  if (step.how === 'tool') return { ...(await step.run({ ports, turn })), usage: null }
  try {
    const { text, usage } = await callModel(model, step, { signal: turn.signal, style: job.style })
    return { output: step.read(text), usage, toolCalls: 0 }
  } catch (error) {
    if (!step.refused || !(error instanceof ProviderFault) || !faultsOfPrompt.has(error.code)) throw error
    return { output: step.refused(error.code), usage: null, toolCalls: 0 }
  }
}

function publishProgress(ports: JobPorts, { job, program, work, turn }: JobRun, current: Step | null): void {
  if (!work) return
  turn.emit({ type: 'data-job', id: 'job', data: progressOf(job, program, work, { current, pause: null }) })
  ports.logWriter.wake(turn)
}

async function pause(ports: JobPorts, { job, program, work, turn }: JobRun, asked: JobPause): Promise<void> {
  if (work) {
    const data = progressOf(job, program, work, { current: null, pause: asked.reason })
    turn.emit({ type: 'data-job', id: 'job', data })
  }
  await appendRest(ports, turn)
  const isPaused = await inTenant(ports.database, turn, (trx) => pauseJob(trx, job, asked))
  turn.release({ cut: true })
  if (isPaused) ports.live.publish(job, { type: 'job-changed', invocationId: job.jobId })
}
