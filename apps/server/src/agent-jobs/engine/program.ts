import type { ErrorCode, JobProgress, JobSetup, JobStepKind, StreamPart } from '@atrium/contract'
import type { AnswerMaterial, RunningTurn } from '../../answers/index.ts'
import type { PromptMessage } from '../../models/index.ts'
import type { JobPorts } from '../ports.ts'
import type { FinishedStep } from '../tables.ts'

/** The input of a program: the question with its context, and the steps so far. */
export type JobWork = {
  /** The question's settings for this kind of job. */
  setup: JobSetup | null
  material: AnswerMaterial
  steps: readonly FinishedStep[]
  reviewsPlan: boolean
  /** The plan as its owner confirmed it. */
  confirmedPlan: readonly string[] | null
}

type StepToDo = { key: string; kind: JobStepKind; title: string }

/** A call to the job's model. */
export type ModelStep = StepToDo & {
  how: 'model'
  prompt: PromptMessage[]
  maxOutputTokens: number
  /** The step's output from the model's text. */
  read(text: string): unknown
  /** The output when the model refuses this prompt; without it, the job fails. */
  refused?(code: ErrorCode): unknown
}

type StepContext = { ports: JobPorts; turn: RunningTurn }

/** A step whose prompt depends on what the owner may read at this moment. It is prepared before its price is held. */
export type PreparedStep = StepToDo & {
  how: 'prepared'
  prepare(context: StepContext): Promise<ModelStep | PlainStep>
}

/** A call of tools; costs no credits. */
export type ToolStep = StepToDo & {
  how: 'tool'
  /** For the hash of its input. */
  input: unknown
  run(context: StepContext): Promise<{ output: unknown; toolCalls: number }>
}

/** Work within this process, without a model or tools. */
export type PlainStep = StepToDo & { how: 'plain'; input: unknown; run(): unknown }

/** A step that may begin. */
export type Step = ModelStep | ToolStep | PlainStep

/**
 * What comes next: a step; steps that may run at the same time (those under way continue); a question to the owner about the plan; the
 * finished answer; or the reason why there is none.
 */
export type Next =
  | { step: Step | PreparedStep }
  | { steps: readonly (Step | PreparedStep)[] }
  | { pause: 'plan' }
  | { text: string }
  | { fail: ErrorCode }

/** A kind of job. Pure: the same work gives the same next step in every process. */
export type JobProgram = {
  next(work: JobWork): Next
  /** Number of steps after the current one; null while unknown. */
  stepsLeft(work: JobWork): number | null
  plan(work: JobWork): readonly string[] | null
  sourcesRead(work: JobWork): number
  /** Progress in items; null while unknown, and for kinds without items. */
  items(work: JobWork): { done: number; total: number } | null
  /** Failed items, in order; omitted by kinds without items. */
  failedItems?(work: JobWork): NonNullable<JobProgress['failedItems']>['first']
  /** Number of steps that run at the same time; 1 without it. */
  atOnce?(work: JobWork): number
  /** Maximum time of all steps together, in milliseconds; an hour without it. */
  maxWorkMs?: number
  /** What readers see of the finished steps, besides the progress; `isOver` once no step follows. */
  partsOf(work: JobWork, isOver: boolean): StreamPart[]
  /** The answer of a job that ends before its last step; empty when there is nothing to show yet. */
  partialText(work: JobWork): string
}
