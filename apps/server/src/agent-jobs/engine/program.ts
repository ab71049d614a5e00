import type { JobStepKind, StreamPart } from '@atrium/contract'
import type { AnswerMaterial, RunningTurn } from '../../answers/index.ts'
import type { PromptMessage } from '../../models/index.ts'
import type { JobPorts } from '../ports.ts'
import type { FinishedStep } from '../tables.ts'

/** What a program decides from: the question with its surroundings, and the steps so far. */
export type JobWork = {
  material: AnswerMaterial
  steps: readonly FinishedStep[]
  reviewsPlan: boolean
  /** The plan as its owner confirmed it. */
  confirmedPlan: readonly string[] | null
}

type StepToDo = { key: string; kind: JobStepKind; title: string }

/** A call of the job's model. */
export type ModelStep = StepToDo & {
  how: 'model'
  prompt: PromptMessage[]
  maxOutputTokens: number
  /** The step's output from the model's text. */
  read(text: string): unknown
}

/** A call of tools; takes no credits. */
export type ToolStep = StepToDo & {
  how: 'tool'
  /** For the hash of its input. */
  input: unknown
  run(context: { ports: JobPorts; turn: RunningTurn }): Promise<{ output: unknown; toolCalls: number }>
}

/** Work of this process alone. */
export type PlainStep = StepToDo & { how: 'plain'; input: unknown; run(): unknown }

export type Step = ModelStep | ToolStep | PlainStep

/** What comes next: a step, a question to the owner about the plan, or the finished answer. */
export type Next = { step: Step } | { pause: 'plan' } | { text: string }

/** A kind of job. Pure: the same work gives the same next step, in whichever process. */
export type JobProgram = {
  next(work: JobWork): Next
  /** Number of steps after the current one; null while unknown. */
  stepsLeft(work: JobWork): number | null
  plan(work: JobWork): readonly string[] | null
  sourcesRead(work: JobWork): number
  /** What readers see of the finished steps, beside the progress. */
  partsOf(work: JobWork): StreamPart[]
  /** The answer of a job that ends before its last step; empty when there is nothing to show yet. */
  partialText(work: JobWork): string
}
