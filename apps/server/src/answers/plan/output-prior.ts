import type { ResponseStyle } from '@atrium/contract'
import type { AnswerLength } from './answer-length.ts'

/** Output tokens of an answer, including reasoning: 90 % of answers are within `low` and `high`; `likely` is the median. */
export type OutputRange = { low: number; likely: number; high: number }

/** Shorter recordings answer test prompts such as 'Say hello': they count for the range, but not for the median. */
export const minProseTokens = 40
/** People ask for more than was recorded: most recorded questions are one line. */
const margin = { low: 1.5, high: 2 }

/**
 * The range of recorded answers: the 5 % order statistic of all, and the median and 95 % order statistic of those in prose (of n
 * + 1, as for an account's answers), widened by a margin.
 */
export function priorFrom(recorded: readonly number[]): OutputRange {
  const sorted = recorded.toSorted((one, other) => one - other)
  const prose = sorted.filter((tokens) => tokens >= minProseTokens)
  const at = (values: readonly number[], share: number, round: (rank: number) => number) =>
    values[Math.min(Math.max(round(share * (values.length + 1)), 1), values.length) - 1] ?? 0
  return {
    low: Math.floor(at(sorted, 0.05, Math.floor) / margin.low),
    likely: at(prose, 0.5, Math.round),
    high: Math.ceil(at(prose, 0.95, Math.ceil) * margin.high),
  }
}

/** `priorFrom` of the recorded answers of both kinds of models: 83 and 19 recordings. */
export const recordedPriors = {
  plain: { low: 5, likely: 153, high: 1396 },
  reasoning: { low: 8, likely: 359, high: 8832 },
} as const satisfies Record<string, OutputRange>

/**
 * Recordings don't say in which style or format they were requested, so these factors are estimates. Only one end of the range
 * moves: it becomes wider.
 */
const factorOfLength: Record<AnswerLength, number> = { short: 0.5, usual: 1, long: 2 }

/**
 * The prior for an account without answers. With Think Deeper, a plain model counts as a reasoning model, and a reasoning model
 * as a longer one.
 */
export function priorOf({
  reasoning,
  style,
  length,
}: {
  reasoning: boolean
  style: ResponseStyle
  length: AnswerLength
}): OutputRange {
  const recorded = recordedPriors[reasoning || style === 'deep' ? 'reasoning' : 'plain']
  const deeper = reasoning && style === 'deep' ? 2 : 1
  const factor = factorOfLength[length] * deeper
  return {
    low: Math.floor(recorded.low * Math.min(1, factor)),
    likely: Math.round(recorded.likely * factor),
    high: Math.ceil(recorded.high * Math.max(1, factor)),
  }
}

/** The quantile of a prior: log-linear interpolation through its three figures, extrapolated beyond them. */
export function quantileOf({ low, likely, high }: OutputRange, share: number): number {
  const [least, middle, most] = [low, likely, high].map((tokens) => Math.log(Math.max(1, tokens))) as [
    number,
    number,
    number,
  ]
  const half = 0.45
  const slope = share < 0.5 ? (middle - least) / half : (most - middle) / half
  return Math.exp(middle + (share - 0.5) * slope)
}
