import { z } from 'zod'
import { ErrorCode } from '../errors.ts'
import { InvocationId } from '../ids.ts'

/** Kinds of agent jobs. */
export const jobKinds = ['research', 'file-summaries', 'table-run', 'translation', 'data-analysis'] as const
export const JobKind = z.enum(jobKinds)
export type JobKind = z.infer<typeof JobKind>

/** Kinds of agent jobs that a question asks for, with whichever text model. Research is chosen by its model. */
export const AskedJobKind = JobKind.extract(['file-summaries', 'table-run', 'translation', 'data-analysis'])
export type AskedJobKind = z.infer<typeof AskedJobKind>

/** Kinds of steps. */
export const jobStepKinds = [
  'plan',
  'search',
  'read',
  'outline',
  'write',
  'check',
  // Of file summaries.
  'list',
  'summary',
  'overview',
  // Of a run over a table.
  'table',
  'row',
  // Of a translation.
  'document',
  'part',
  // Of a data analysis, beside its plan, its writing and its check.
  'structure',
  'query',
  'compute',
  'interpret',
] as const
export type JobStepKind = (typeof jobStepKinds)[number]

/**
 * Why a job waits for its owner: to confirm the plan, to raise the budget, for credits, or for a monthly limit of the person or the
 * room to be raised.
 */
export const jobPauses = ['plan', 'budget', 'credits', 'limit'] as const
export type JobPauseReason = (typeof jobPauses)[number]

const JobStep = z.strictObject({
  /** Unique in the job. */
  key: z.string(),
  kind: z.enum(jobStepKinds),
  /** Its subject, such as the question that is researched; may be empty. */
  title: z.string(),
  state: z.enum(['done', 'running']),
  durationMs: z.int(),
})
export type JobStep = z.infer<typeof JobStep>

/** Progress of a job. Contains no costs: everybody who reads the chat sees it. */
export const JobProgress = z.strictObject({
  invocationId: InvocationId,
  kind: JobKind,
  /** Of a job with `items` only the latest. */
  steps: z.array(JobStep),
  /** Number of steps that are left, as far as known; null before there is a plan. */
  stepsLeft: z.int().nullable(),
  /** The questions that it researches, or its analyses; null before there is a plan. */
  plan: z.array(z.string()).nullable(),
  /** The items that the job works through, such as files; omitted for kinds without items, and until they are counted. */
  items: z.strictObject({ done: z.int(), total: z.int() }).optional(),
  /** Items that the job could not do, with the first of them; left out while there are none. */
  failedItems: z
    .strictObject({
      count: z.int(),
      first: z.array(
        z.strictObject({
          /** From 1, as in the file. */
          number: z.int(),
          /** The beginning of the item. */
          title: z.string(),
          /**
           * `EMPTY_ROW`: the columns that the question uses are empty. `NOT_TRANSLATED`: the model left a passage out. `NOT_COMPUTED`:
           * every query of an analysis was refused.
           */
          problem: z.union([ErrorCode, z.enum(['EMPTY_ROW', 'NOT_TRANSLATED', 'NOT_COMPUTED'])]),
        }),
      ),
    })
    .optional(),
  /** Number of files and pages read so far. */
  sourcesRead: z.int(),
  /** Estimated time left, in seconds; null while unknown, paused or ended. */
  secondsLeft: z.strictObject({ min: z.int(), max: z.int() }).nullable(),
  pause: z.enum(jobPauses).nullable(),
})
export type JobProgress = z.infer<typeof JobProgress>
