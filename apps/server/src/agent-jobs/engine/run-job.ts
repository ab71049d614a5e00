import { createHash } from 'node:crypto'
import type { ErrorCode, JobPause, TokenUsage } from '@atrium/contract'
import { appendRest, startOf } from '../../answers/index.ts'
import { priceQuestion } from '../../credits/index.ts'
import { ProviderFault, type ResolvedModel } from '../../models/index.ts'
import { inTenant, isDatabaseUnavailable, type TenantTransaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import type { JobPorts } from '../ports.ts'
import { type Admission, admitStep, maxMilliOf } from './admit-step.ts'
import { callModel } from './call-model.ts'
import { finishJob } from './finish-job.ts'
import { pauseJob, releaseJob } from './job-lease.ts'
import type { JobRun } from './job-run.ts'
import { storeStep } from './job-steps.ts'
import type { PreparedStep, Step } from './program.ts'
import { emitIfNew } from './emit-if-new.ts'
import { progressOf } from './progress.ts'
import { LeaseLost, StepsUnderWay } from './steps-under-way.ts'

/** Maximum attempts of one step, whether its worker died or the step failed. */
const maxAttempts = 5
/** Maximum time of all steps of a job together, in milliseconds. */
const maxWorkMs = 60 * 60_000
/** Pause before a failed step is tried again, in milliseconds, for each attempt so far. */
const retryAfterMs = 2_000

/** Faults that a retry doesn't fix. */
const finalFaults: ReadonlySet<ErrorCode> = new Set([
  'CONTENT_FILTERED',
  'PROVIDER_REFUSED_KEY',
  'PROVIDER_REJECTED',
  'TOKEN_LIMIT_REACHED',
])

/** Faults that mean that the model refuses this prompt; it may accept others. */
const faultsOfPrompt: ReadonlySet<ErrorCode> = new Set([
  'CONTENT_FILTERED',
  'PROVIDER_REJECTED',
  'TOKEN_LIMIT_REACHED',
])

/** Faults that a single prompt may cause: on the last attempt they count as a refusal of the prompt. */
const faultsOfAnswer: ReadonlySet<ErrorCode> = new Set(['PROVIDER_EMPTY', 'PROVIDER_STALLED'])

/** How a worker's run of a job ended: the job is over, paused, left to another worker, or to be retried. */
type Outcome =
  | { kind: 'over'; state: 'completed' | 'failed' | 'cancelled'; errorCode: ErrorCode | null; text: string }
  | { kind: 'paused'; pause: JobPause }
  | { kind: 'lost' }
  | { kind: 'handed-over' }
  | { kind: 'retry'; error: unknown }

/** Works on a job until it is over, pauses, or this process must stop. Never throws while the database is available. */
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

/** Emits the first events of the answer, unless an earlier worker did, and the finished steps as readers see them. */
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
  const steps = new StepsUnderWay()
  for (;;) {
    if (run.turn.abortReason || steps.fault) {
      if (steps.fault?.error instanceof LeaseLost) run.turn.abort('lease-lost')
      // Steps that are under way are stored first.
      await steps.allEnded()
      return endedBy(ports, run, steps.fault)
    }
    if (job.workedMs > (program.maxWorkMs ?? maxWorkMs)) {
      await steps.allEnded()
      return failed('JOB_TOOK_TOO_LONG')
    }
    const next = program.next(run.work)
    if ('text' in next) return { kind: 'over', state: 'completed', errorCode: null, text: next.text }
    if ('fail' in next) return failed(next.fail)
    if ('pause' in next) return { kind: 'paused', pause: { reason: next.pause, moreCredits: null } }
    const asked = 'step' in next ? [next.step] : next.steps
    const pause = await beginSteps(ports, run, model, asked, steps)
    // Steps that are under way may cost less than was reserved for them.
    if (pause && steps.count === 0) return { kind: 'paused', pause }
    if (steps.count > 0) publishProgress(ports, run, steps.current)
    await steps.nextEnded()
    for (const part of program.partsOf(run.work, false)) emitIfNew(run.turn, part)
  }
}

/** Begins these steps, except those under way, until one is not admitted; returns why. */
async function beginSteps(
  ports: JobPorts,
  run: JobRun,
  model: ResolvedModel,
  asked: readonly (Step | PreparedStep)[],
  steps: StepsUnderWay,
): Promise<JobPause | null> {
  try {
    for (const next of asked) {
      if (steps.has(next.key)) continue
      if (run.turn.abortReason || steps.fault) return null
      const step = await readyStep(ports, run, next)
      const admitted = await admissionOf(ports, run, { model, step, reservedMilli: steps.reservedMilli })
      if (admitted === 'lost') throw new LeaseLost()
      if (admitted !== 'admitted') return admitted.pause
      steps.begin(step, maxMilliOf(model, step), takeStep(ports, run, model, step, steps))
    }
  } catch (error) {
    steps.failWith(error)
  }
  return null
}

/** Returns the admission that was checked with the end of the previous step, else checks it now. */
async function admissionOf(
  ports: JobPorts,
  run: JobRun,
  asked: Parameters<typeof admitStep>[2],
): Promise<Admission> {
  const { admittedNext } = run
  run.admittedNext = null
  if (admittedNext?.key !== asked.step.key)
    return await inTenant(ports.database, run.turn, (trx) => admitStep(trx, run.job, asked))
  if ('refusal' in admittedNext) throw admittedNext.refusal
  return admittedNext.admission
}

/** How a job ends when a step failed, or when this process must stop working on it. */
function endedBy(ports: JobPorts, run: JobRun, fault: { error: unknown } | null): Outcome {
  const { job, turn } = run
  if (turn.abortReason === 'stopped') return over(run, 'cancelled', null)
  if (turn.abortReason === 'lease-lost' || fault?.error instanceof LeaseLost) return { kind: 'lost' }
  if (turn.abortReason) return { kind: 'handed-over' }
  const error = fault?.error
  if (isDatabaseUnavailable(error)) throw error
  if (error instanceof Failure) return over(run, 'failed', reasonOf(error))
  if (error instanceof ProviderFault && finalFaults.has(error.code)) return over(run, 'failed', error.code)
  if (job.attempts < maxAttempts) return { kind: 'retry', error }
  ports.log.error({ event: 'agent_job.failed', err: error, jobId: job.jobId }, 'An agent job failed')
  return over(run, 'failed', error instanceof ProviderFault ? error.code : 'JOB_STEP_FAILED')
}

/** Reasons that steps report; any other refusal means that the owner has lost access to the room, the chat or the model. */
const reasons: ReadonlySet<ErrorCode> = new Set([
  'JOB_FILE_GONE',
  'JOB_DOCUMENT_UNREADABLE',
  'JOB_DOCUMENT_TOO_LARGE',
  'JOB_TABLE_UNREADABLE',
  'JOB_TABLE_TOO_LARGE',
])

const reasonOf = ({ code }: Failure): ErrorCode => (reasons.has(code) ? code : 'JOB_ACCESS_LOST')

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

/** Does a step and stores it. Throws LeaseLost when another worker has the job. */
async function takeStep(
  ports: JobPorts,
  run: JobRun,
  model: ResolvedModel,
  step: Step,
  underWay: StepsUnderWay,
): Promise<void> {
  const { job, turn, program } = run
  const startedMs = performance.now()
  const done = await doStep(ports, run, model, step)
  const durationMs = Math.round(performance.now() - startedMs)
  const finished = {
    key: step.key,
    kind: step.kind,
    title: step.title,
    output: done.output,
    usage: done.usage,
    costMilli: done.usage ? priceQuestion(model.price, done.usage) : 0,
    toolCalls: done.toolCalls,
    durationMs,
  }
  const inputHash = createHash('sha256')
    .update(JSON.stringify(step.how === 'model' ? step.prompt : (step.input ?? null)))
    .digest('base64url')
  await run.inOrder(async () => {
    const position = run.steps.length
    const steps = [...run.steps, finished]
    const work = run.work && { ...run.work, steps }
    // A next step that needs no preparation is admitted in the transaction that stores this one.
    const next = work && underWay.count === 1 && !turn.abortReason ? program.next(work) : null
    const following = next && 'step' in next && next.step.how !== 'prepared' ? next.step : null
    const [isStored, admittedNext] = await inTenant(ports.database, turn, (trx) =>
      Promise.all([
        storeStep(trx, job, { ...finished, position, inputHash }),
        following && admitNext(trx, job, model, following),
      ]),
    )
    if (!isStored) throw new LeaseLost()
    run.steps = steps
    run.work = work
    run.admittedNext = admittedNext
    job.attempts = 0
    job.workedMs += durationMs
  })
}

/** A refusal is kept until the step would begin: the finished step is stored in any case. */
async function admitNext(
  trx: TenantTransaction,
  job: JobRun['job'],
  model: ResolvedModel,
  step: Step,
): Promise<JobRun['admittedNext']> {
  try {
    return { key: step.key, admission: await admitStep(trx, job, { model, step, reservedMilli: 0 }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { key: step.key, refusal: error }
  }
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
    const { text, usage } = await callModel(model, step, {
      signal: turn.signal,
      style: job.style,
      span: turn.trace?.span,
    })
    return { output: step.read(text), usage, toolCalls: 0 }
  } catch (error) {
    if (!step.refused || !(error instanceof ProviderFault)) throw error
    const isOfPrompt =
      faultsOfPrompt.has(error.code) || (job.attempts >= maxAttempts && faultsOfAnswer.has(error.code))
    if (!isOfPrompt) throw error
    return { output: step.refused(error.code), usage: null, toolCalls: 0 }
  }
}

function publishProgress(
  ports: JobPorts,
  { job, program, work, turn }: JobRun,
  current: readonly Step[],
): void {
  if (!work) return
  turn.emit({ type: 'data-job', id: 'job', data: progressOf(job, program, work, { current, pause: null }) })
  ports.logWriter.wake(turn)
}

async function pause(ports: JobPorts, { job, program, work, turn }: JobRun, asked: JobPause): Promise<void> {
  if (work) {
    const data = progressOf(job, program, work, { current: [], pause: asked.reason })
    turn.emit({ type: 'data-job', id: 'job', data })
  }
  await appendRest(ports, turn)
  const isPaused = await inTenant(ports.database, turn, (trx) => pauseJob(trx, job, asked))
  turn.release({ cut: true })
  if (isPaused) ports.live.publish(job, { type: 'job-changed', invocationId: job.jobId })
}
