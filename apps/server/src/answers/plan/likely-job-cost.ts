import { limits } from '@atrium/contract'
import { type ModelPrice, priceQuestion } from '../../credits/index.ts'

/** Tokens of a research with three questions and four sections, as the steps of one in the sandbox and their limits suggest. */
const typical = { inputTokens: 60_000, outputTokens: 8_000 }
/** Few sources and short sections; and as many questions as a plan may have. */
const shares = { low: 0.4, high: 2.5 }

/** The likely cost of an answer that an agent job writes, with its range: at most the budget. */
export function likelyJobCost(
  price: ModelPrice,
  budgetMilli = limits.jobBudgetCredits * 1000,
): { low: number; likely: number; high: number; max: number } {
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
