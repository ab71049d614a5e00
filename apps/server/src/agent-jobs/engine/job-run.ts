import { foldParts } from '@atrium/contract'
import { loadUnfinished, RunningTurn } from '../../answers/index.ts'
import type { ResolvedModel } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { JobPorts } from '../ports.ts'
import { dataAnalysisProgram } from '../data-analysis/analysis-program.ts'
import { fileSummariesProgram } from '../file-summaries/file-summaries-program.ts'
import { tableRunProgram } from '../table-run/table-run-program.ts'
import { translationProgram } from '../translation/translation-program.ts'
import { researchProgram } from '../research/research-program.ts'
import type { Failure } from '../../platform/failure.ts'
import type { Admission } from './admit-step.ts'
import type { ClaimedJob } from './job-lease.ts'
import { stepsOf } from './job-steps.ts'
import type { JobProgram, JobWork } from './program.ts'

const programs: Record<ClaimedJob['kind'], JobProgram> = {
  research: researchProgram,
  'file-summaries': fileSummariesProgram,
  'table-run': tableRunProgram,
  translation: translationProgram,
  'data-analysis': dataAnalysisProgram,
}

/** A job that this process has claimed, with its turn. */
export class JobRun {
  readonly job: ClaimedJob
  readonly turn: RunningTurn
  readonly program: JobProgram
  readonly model: ResolvedModel | null
  readonly isFirstOfChat: boolean
  readonly modelName: string
  readonly sandbox: boolean
  /** Null when the owner may no longer write in the chat. */
  work: JobWork | null
  steps: JobWork['steps']
  /** Whether the next step may begin, if that was checked when the previous one was stored. */
  admittedNext: ({ key: string } & ({ admission: Admission } | { refusal: Failure })) | null = null
  readonly isAnnounced: boolean
  #lastStored: Promise<unknown> = Promise.resolve()

  constructor(
    job: ClaimedJob,
    loaded: NonNullable<Awaited<ReturnType<typeof load>>>,
    model: ResolvedModel | null,
  ) {
    const { stored, events, material, steps } = loaded
    this.job = job
    this.program = programs[job.kind]
    this.model = model
    this.isFirstOfChat = stored.first_of_chat
    this.modelName = stored.model_name ?? job.modelId
    this.sandbox = stored.sandbox
    this.isAnnounced = events.length > 0
    this.steps = steps
    this.work = material && {
      material,
      setup: job.setup,
      steps,
      reviewsPlan: job.reviewsPlan,
      confirmedPlan: job.confirmedPlan,
    }
    this.turn = new RunningTurn({
      lease: { accountId: job.accountId, turnId: job.turnId, leaseNumber: job.turnLeaseNumber },
      chatId: job.chatId,
      userId: job.userId,
      isOfJob: true,
      lastEventId: events.at(-1)?.eventId ?? 0,
      written: foldParts(events.map(({ part }) => part)),
    })
  }

  /** Stores steps one after another: each has the position after the last. */
  inOrder<Result>(store: () => Promise<Result>): Promise<Result> {
    const stored = this.#lastStored.then(store)
    this.#lastStored = stored.catch(() => undefined)
    return stored
  }
}

async function load(ports: JobPorts, job: ClaimedJob) {
  const actor = { accountId: job.accountId, userId: job.userId }
  return await inTenant(ports.database, actor, async (trx) => {
    const left = await loadUnfinished(trx, ports, actor, {
      id: job.turnId,
      chat_id: job.chatId,
      model_id: job.modelId,
      handed_over: false,
    })
    return left && { ...left, steps: await stepsOf(trx, job) }
  })
}

/** Loads a claimed job; null when its turn is gone. */
export async function openJobRun(ports: JobPorts, job: ClaimedJob): Promise<JobRun | null> {
  const loaded = await load(ports, job)
  if (!loaded) return null
  const allowedModelIds = loaded.material?.allowedModelIds ?? null
  const request = { style: job.style, inputTokens: 0, preference: 'balanced' as const, allowedModelIds }
  return new JobRun(job, loaded, ports.models.resolve(job.modelId, request)?.model ?? null)
}
