import { type ErrorCode, limits, type StreamPart, type TableQuery } from '@atrium/contract'
import { analysisTokens } from '../../answers/index.ts'
import type { JobProgram, JobWork, ModelStep, Step } from '../engine/program.ts'
import { itemsOf } from '../research/research-prompts.ts'
import { interpretPrompt, planPrompt, queryPrompt, readQuery, reportPrompt } from './analysis-prompts.ts'
import {
  type Analysis,
  analysisOf,
  type AnalysisState,
  type InterpretOutput,
  problemOf,
  type QueryOutput,
  resultOf,
  stateOf,
  type StructureOutput,
} from './analysis-state.ts'
import { computeStep, keyOf, structureStep, withRights } from './table-steps.ts'
import { checkReport, reportOf } from './write-report.ts'

/** Steps of an analysis whose first statement succeeds: query, compute, interpret. */
const stepsOfAnalysis = 3
const maxTitleCharacters = 100

/**
 * Data analysis: the structure of the tables, a plan, then for each analysis a statement by the model, its result from the database, and an
 * interpretation; at the end a report and its check. The model never computes a number.
 */
export const dataAnalysisProgram: JobProgram = {
  next(work) {
    const setup = analysisOf(work)
    if (!setup) return { fail: 'JOB_STEP_FAILED' }
    const state = stateOf(work)
    const { structure, plan, analyses, report, checked } = state
    if (!structure) return { step: structureStep(work, setup) }
    if (!plan) return { step: withRights(work, setup, planStep(work, structure)) }
    if (work.reviewsPlan && !work.confirmedPlan) return { pause: 'plan' }
    if (checked) return { text: checked.text }
    for (const analysis of analyses) {
      const statement = analysis.queries.at(-1)
      if (statement && !statement.problem && analysis.queries.length > analysis.computed.length)
        return { step: computeStep(work, setup, analysis, statement) }
      if (problemOf(analysis) || analysis.text !== null) continue
      return { step: withRights(work, setup, modelStep(work, structure, state, analysis)) }
    }
    if (!analyses.some(resultOf)) return { fail: reasonOf(analyses) }
    if (report === null) return { step: withRights(work, setup, reportStep(work, state)) }
    const check = { how: 'plain', kind: 'check', key: 'check', title: '', input: report } as const
    return { step: { ...check, run: () => checkReport(work, state) } satisfies Step }
  },

  stepsLeft(work) {
    const { plan, analyses, report, checked } = stateOf(work)
    if (!plan) return null
    const left = analyses.reduce((sum, analysis) => sum + leftOf(analysis), 0)
    return Math.max(0, left + Number(report === null) + Number(checked === null) - 1)
  },

  items(work) {
    const { plan, analyses } = stateOf(work)
    return plan && { done: analyses.filter((analysis) => leftOf(analysis) === 0).length, total: plan.length }
  },

  failedItems: (work) =>
    stateOf(work).analyses.flatMap((analysis) => {
      const problem = problemOf(analysis)
      return problem ? [{ number: analysis.index + 1, title: titleOf(analysis.question), problem }] : []
    }),

  plan: (work) => stateOf(work).plan,
  sourcesRead: () => 0,
  partsOf: (work, isOver) => tablesOf(work, stateOf(work), isOver),
  partialText: (work) => reportOf(stateOf(work)),
}

const leftOf = (analysis: Analysis): number =>
  problemOf(analysis) || analysis.text !== null
    ? 0
    : Math.max(
        1,
        stepsOfAnalysis - Number(analysis.queries.length > 0) - Number(analysis.computed.length > 0),
      )

const titleOf = (text: string): string => text.slice(0, maxTitleCharacters).toWellFormed()

/** Why no analysis has a result. */
function reasonOf(analyses: readonly Analysis[]): ErrorCode {
  const problem = analyses.map(problemOf).find((found) => found !== 'NOT_COMPUTED')
  return problem ?? 'JOB_STEP_FAILED'
}

const planStep = (work: JobWork, structure: StructureOutput): ModelStep => ({
  how: 'model',
  kind: 'plan',
  key: 'plan',
  title: '',
  prompt: planPrompt(work, structure),
  maxOutputTokens: analysisTokens.plan,
  read(text) {
    const questions = itemsOf(text, limits.maxJobQuestions, limits.jobQuestionCharacters)
    const asked = work.material.question.trim().replaceAll(/\s+/g, ' ')
    return {
      questions:
        questions.length > 0 ? questions : [asked.slice(0, limits.jobQuestionCharacters).toWellFormed()],
    }
  },
})

/** The next model call for an analysis: to write its statement, or to interpret its result. */
function modelStep(
  work: JobWork,
  structure: StructureOutput,
  state: AnalysisState,
  analysis: Analysis,
): ModelStep {
  const { index, question, queries } = analysis
  const found = resultOf(analysis)
  if (found)
    return {
      how: 'model',
      kind: 'interpret',
      key: `interpret-${index + 1}`,
      title: found.query.title || question,
      prompt: interpretPrompt(work, analysis, found),
      maxOutputTokens: analysisTokens.interpret,
      read: (text): InterpretOutput => ({ analysis: index, text: text.trim() }),
      refused: (): InterpretOutput => ({ analysis: index, text: '' }),
    }
  return {
    how: 'model',
    kind: 'query',
    key: keyOf('query', index, queries.length),
    title: question,
    prompt: queryPrompt(work, structure, state, analysis),
    maxOutputTokens: analysisTokens.query,
    read: (text): QueryOutput => ({ analysis: index, ...readQuery(text), problem: null }),
    refused: (problem): QueryOutput => ({ analysis: index, title: '', sql: '', problem }),
  }
}

const reportStep = (work: JobWork, state: AnalysisState): ModelStep => ({
  how: 'model',
  kind: 'write',
  key: 'write',
  title: '',
  prompt: reportPrompt(work, state),
  maxOutputTokens: analysisTokens.report,
  read: (text) => ({ text: text.trim() }),
  refused: () => ({ text: '' }),
})

/** The statements and results that readers see: the last ones of each analysis. */
function tablesOf(work: JobWork, state: AnalysisState, isOver: boolean): StreamPart[] {
  const { structure, analyses, checked } = state
  if (!structure) return []
  const shown = analyses.flatMap((analysis): TableQuery[] => {
    const [query, result] = [analysis.queries.at(analysis.computed.length - 1), analysis.computed.at(-1)]
    // A refused statement is written again.
    if (!query || !result || (result.problem && !problemOf(analysis) && !isOver)) return []
    const { analysis: index, ...rest } = result
    return [
      {
        ...rest,
        number: index + 1,
        title: query.title || titleOf(analysis.question),
        sql: query.sql,
        state: result.problem ? 'failed' : 'done',
        files: structure.files,
        isHidden: false,
        unsupported: null,
      },
    ]
  })
  const unsupported = isOver ? (checked ?? checkReport(work, state)).unsupported : null
  return shown.map((data, index) => ({
    type: 'data-table',
    id: `table-${data.number}`,
    data: index === shown.length - 1 ? { ...data, unsupported } : data,
  }))
}
