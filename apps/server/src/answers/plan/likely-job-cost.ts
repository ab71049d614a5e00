import { limits } from '@atrium/contract'
import { maxCostOf, type ModelPrice, priceQuestion } from '../../credits/index.ts'

/** Tokens of a research job with three questions and four sections, as the steps of one in the sandbox and their limits suggest. */
const typical = { inputTokens: 60_000, outputTokens: 8_000 }
/** Low: few sources and short sections; high: as many questions as a plan may have. */
const shares = { low: 0.4, high: 2.5 }

type JobCost = { low: number; likely: number; high: number; max: number }

/** The likely cost of an answer that an agent job writes, with its range: at most the budget. */
export function likelyJobCost(price: ModelPrice, budgetMilli = limits.jobBudgetCredits * 1000): JobCost {
  const usage = { ...typical, cachedInputTokens: 0, reasoningTokens: 0, estimated: true }
  const likely = priceQuestion(price, usage)
  const within = (milli: number) => Math.min(Math.ceil(milli), budgetMilli)
  return {
    low: within(likely * shares.low),
    likely: within(likely),
    high: within(likely * shares.high),
    max: budgetMilli,
  }
}

/** Maximum output tokens of the summary of a file, and of the overview of all. */
export const summaryTokens = { file: 600, overview: 1_500 } as const
/** Maximum tokens of all summaries that the overview is written from. */
export const overviewInputTokens = 16_000
/** Tokens of the instructions around a file. */
const instructionTokens = 400
/** The share of its maximum that a summary uses. */
const lengths = { low: 0.15, likely: 0.35, high: 0.8 } as const

/** The likely cost of summarizing files of these lengths in tokens, with its range. */
export function likelySummariesCost(price: ModelPrice, fileTokens: readonly number[]): JobCost {
  const steps = fileTokens.map((tokens) => ({
    inputTokens: Math.min(tokens, limits.summarisedFileTokens) + instructionTokens,
    maxOutputTokens: summaryTokens.file as number,
  }))
  const together = Math.min(fileTokens.length * summaryTokens.file, overviewInputTokens)
  steps.push({ inputTokens: together + instructionTokens, maxOutputTokens: summaryTokens.overview })
  return likelyStepsCost(price, steps, lengths)
}

/** Maximum output tokens of the answer for a row. */
export const rowTokens = { answer: 1_000 } as const
/** The share of its maximum that the answer for a row uses. */
const rowLengths = { low: 0.02, likely: 0.1, high: 0.5 } as const

/** The likely cost of asking a question of this length in tokens for each row, with its range. `rows.tokens` are of all rows together. */
export function likelyRowsCost(
  price: ModelPrice,
  questionTokens: number,
  rows: { count: number; tokens: number },
): JobCost {
  const step = {
    inputTokens: questionTokens + Math.ceil(rows.tokens / Math.max(1, rows.count)) + instructionTokens,
    maxOutputTokens: rowTokens.answer,
  }
  return likelyStepsCost(
    price,
    Array.from({ length: rows.count }, () => step),
    rowLengths,
  )
}

/** Tokens of a part of a document to translate, and maximum output tokens for a part of this length. */
export const partTokens = {
  input: 750,
  outputFor: (tokens: number): number => Math.min(8_000, 300 + tokens * 3),
} as const
/** The share of its maximum that a translation uses. */
const partLengths = { low: 0.2, likely: 0.4, high: 0.8 } as const

/** The likely cost of translating a document of this length in tokens, with its range and the number of parts. */
export function likelyTranslationCost(price: ModelPrice, tokens: number): JobCost & { parts: number } {
  const parts = Math.ceil(tokens / partTokens.input)
  const ofPart = Math.ceil(tokens / Math.max(1, parts))
  const step = {
    inputTokens: ofPart + instructionTokens,
    maxOutputTokens: partTokens.outputFor(ofPart),
  }
  const steps = Array.from({ length: parts }, () => step)
  return { parts, ...likelyStepsCost(price, steps, partLengths) }
}

/** Maximum output tokens of the steps of a data analysis; tokens of the tables' structure, and of one result, in a prompt. */
export const analysisTokens = {
  plan: 600,
  query: 800,
  interpret: 400,
  report: 1_000,
  structure: 6_000,
  result: 2_000,
} as const
/** Analyses of a plan: expected, and with the longest plan. */
const analyses = { likely: 4, max: limits.maxJobQuestions }
/** The share of its maximum that a step uses. */
const analysisLengths = { low: 0.15, likely: 0.35, high: 0.8 } as const

/** The likely cost of a data analysis, with its range. */
export function likelyAnalysisCost(price: ModelPrice): JobCost {
  const { plan, query, interpret, report, structure, result } = analysisTokens
  const stepsOf = (count: number) => [
    { inputTokens: structure / 2 + instructionTokens, maxOutputTokens: plan },
    ...Array.from({ length: count }, () => [
      { inputTokens: structure / 2 + instructionTokens, maxOutputTokens: query },
      { inputTokens: result / 2 + instructionTokens, maxOutputTokens: interpret },
    ]).flat(),
    { inputTokens: count * interpret + instructionTokens, maxOutputTokens: report },
  ]
  const { low, likely } = likelyStepsCost(price, stepsOf(analyses.likely), analysisLengths)
  const { high, max } = likelyStepsCost(price, stepsOf(analyses.max), analysisLengths)
  return { low, likely, high, max }
}

type StepToPrice = { inputTokens: number; maxOutputTokens: number }

/** The likely cost of steps whose outputs use these shares of their maximum. */
function likelyStepsCost(
  price: ModelPrice,
  steps: readonly StepToPrice[],
  shareOf: Readonly<Record<'low' | 'likely' | 'high', number>>,
): JobCost {
  const sum = (costOf: (step: StepToPrice) => number) =>
    Math.ceil(steps.reduce((total, step) => total + costOf(step), 0))
  const withLength = (share: number) =>
    sum(({ inputTokens, maxOutputTokens }) =>
      priceQuestion(price, {
        inputTokens,
        outputTokens: Math.ceil(maxOutputTokens * share),
        cachedInputTokens: 0,
        reasoningTokens: 0,
        estimated: true,
      }),
    )
  return {
    low: withLength(shareOf.low),
    likely: withLength(shareOf.likely),
    high: withLength(shareOf.high),
    max: sum((step) => maxCostOf(price, step)),
  }
}
