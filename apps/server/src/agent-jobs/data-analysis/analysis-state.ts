import type { DataAnalysis, ErrorCode, QueriedFile, TableQuery } from '@atrium/contract'
import type { QueriedRows } from '../../answers/index.ts'
import type { JobWork } from '../engine/program.ts'
import type { FinishedStep } from '../tables.ts'

export type StructureOutput = {
  files: QueriedFile[]
  tables: { name: string; fileName: string; sheet: string | null; rowCount: number }[]
  /** The tables with their columns and first rows, as prompts have them. */
  text: string
}
export type PlanOutput = { questions: string[] }
/** A statement for an analysis, by its index in the plan; empty when the model wrote none. `problem` is the reason why it refused. */
export type QueryOutput = { analysis: number; title: string; sql: string; problem: ErrorCode | null }
/** The result of the previous statement, or why it has none. */
export type ComputeOutput = QueriedRows &
  Pick<TableQuery, 'problem' | 'detail' | 'durationMs'> & { analysis: number }
export type InterpretOutput = { analysis: number; text: string }
export type ReportOutput = { text: string }
export type CheckOutput = { text: string; unsupported: string[] }

/** Maximum number of statements for one analysis: a refused one is written again. */
const maxStatements = 3

/** An analysis of the plan, with the results of its steps. */
export type Analysis = {
  index: number
  question: string
  queries: QueryOutput[]
  computed: ComputeOutput[]
  /** The interpretation of its result; null until it is written. */
  text: string | null
}

const outputs = <Output>(
  steps: readonly Pick<FinishedStep, 'kind' | 'output'>[],
  kind: FinishedStep['kind'],
) => steps.filter((step) => step.kind === kind).map(({ output }) => output as Output)

/** Returns the state of a data analysis after its finished steps. */
export function stateOf({ steps, confirmedPlan }: Pick<JobWork, 'confirmedPlan'> & Steps) {
  const [structure] = outputs<StructureOutput>(steps, 'structure')
  const [planned] = outputs<PlanOutput>(steps, 'plan')
  const [report] = outputs<ReportOutput>(steps, 'write')
  const [checked] = outputs<CheckOutput>(steps, 'check')
  const queries = outputs<QueryOutput>(steps, 'query')
  const computed = outputs<ComputeOutput>(steps, 'compute')
  const texts = outputs<InterpretOutput>(steps, 'interpret')
  const plan = planned ? (confirmedPlan ?? planned.questions) : null
  return {
    structure: structure ?? null,
    plan,
    analyses: (plan ?? []).map((question, index): Analysis => {
      const ofThis = ({ analysis }: { analysis: number }) => analysis === index
      return {
        ...{ index, question },
        queries: queries.filter(ofThis),
        computed: computed.filter(ofThis),
        text: texts.find(ofThis)?.text ?? null,
      }
    }),
    report: report?.text ?? null,
    checked: checked ?? null,
  }
}
type Steps = { steps: readonly Pick<FinishedStep, 'kind' | 'output'>[] }
export type AnalysisState = ReturnType<typeof stateOf>

/** The statement and the result of an analysis that has one; null for others. */
export function resultOf({
  queries,
  computed,
}: Analysis): { query: QueryOutput; result: ComputeOutput } | null {
  const [query, result] = [queries.at(-1), computed.at(-1)]
  return query && result && queries.length === computed.length && result.problem === null
    ? { query, result }
    : null
}

/** Why an analysis has no result and won't get one; null otherwise. */
export function problemOf({ queries, computed }: Analysis): ErrorCode | 'NOT_COMPUTED' | null {
  const [query, result] = [queries.at(-1), computed.at(-1)]
  if (query?.problem) return query.problem
  if (queries.length > computed.length || !result?.problem) return null
  if (result.problem === 'DAILY_LIMIT') return 'RATE_LIMITED'
  return queries.length >= maxStatements ? 'NOT_COMPUTED' : null
}

export const analysisOf = ({ setup }: Pick<JobWork, 'setup'>): DataAnalysis | null =>
  setup && 'analysis' in setup ? setup.analysis : null
