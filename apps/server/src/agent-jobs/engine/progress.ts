import type { InvocationId, JobKind, JobPauseReason, JobProgress } from '@atrium/contract'
import type { JobProgram, JobWork, Step } from './program.ts'

/** How much faster or slower than the average the remaining steps may be. */
const spread = { min: 0.6, max: 1.6 }

/** Maximum steps shown for a job with items: it may have hundreds, and each change sends all shown ones again. */
const latestSteps = 12
/** Maximum failed items that are listed. */
const failedItemsShown = 20

/** Returns a job's progress, as readers see it. */
export function progressOf(
  { jobId, kind }: { jobId: InvocationId; kind: JobKind },
  program: JobProgram,
  work: JobWork,
  now: { current: readonly Step[]; pause: JobPauseReason | null; isOver?: boolean },
): JobProgress {
  const stepsLeft = now.isOver ? 0 : program.stepsLeft(work)
  const plan = program.plan(work)
  const items = program.items(work)
  const failed = program.failedItems?.(work) ?? []
  return {
    invocationId: jobId,
    kind,
    steps: [
      ...(items ? work.steps.slice(-latestSteps) : work.steps).map(
        ({ key, kind: stepKind, title, durationMs }) => ({
          key,
          kind: stepKind,
          title,
          state: 'done' as const,
          durationMs,
        }),
      ),
      ...now.current.map(({ key, kind: stepKind, title }) => ({
        key,
        kind: stepKind,
        title,
        state: 'running' as const,
        durationMs: 0,
      })),
    ],
    stepsLeft,
    plan: plan && [...plan],
    ...(items && { items }),
    ...(failed.length > 0 && {
      failedItems: { count: failed.length, first: failed.slice(0, failedItemsShown) },
    }),
    sourcesRead: program.sourcesRead(work),
    secondsLeft: now.pause || now.isOver ? null : secondsLeft(work, stepsLeft, program.atOnce?.(work) ?? 1),
    pause: now.pause,
  }
}

function secondsLeft(
  { steps }: JobWork,
  stepsLeft: number | null,
  atOnce: number,
): JobProgress['secondsLeft'] {
  if (stepsLeft === null || steps.length === 0) return null
  const averageMs = steps.reduce((sum, { durationMs }) => sum + durationMs, 0) / steps.length
  const seconds = (averageMs * (stepsLeft + 1)) / atOnce / 1000
  return { min: Math.ceil(seconds * spread.min), max: Math.ceil(seconds * spread.max) }
}
