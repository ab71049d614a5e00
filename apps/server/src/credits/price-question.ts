import type { TokenUsage } from '@atrium/contract'
import { z } from 'zod'

/** Above the price of any model, and small enough that every product below is an exact integer. */
const dearestMilli = 100_000_000
const rate = () => z.int().min(0).max(dearestMilli)

/** The price of a model: thousandths of a credit per million tokens, as in the models file. */
export const ModelPrice = z.strictObject({
  inputMilliPerMillionTokens: rate(),
  /** For cached input; never more than fresh input. */
  cachedInputMilliPerMillionTokens: rate(),
  outputMilliPerMillionTokens: rate(),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** 100 words of input and 3000 words of output, at three words per four tokens. */
export const typicalQuestion: TokenUsage = {
  inputTokens: 133,
  cachedInputTokens: 0,
  outputTokens: 4000,
  reasoningTokens: 0,
  estimated: true,
}

/** No question has this many tokens; a higher count is a mistake. */
export const maxTokens = 10_000_000

/** Returns whether a provider's count is credible: whole numbers, none negative, none beyond any question. */
export const isCredibleUsage = (usage: TokenUsage): boolean =>
  [usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.reasoningTokens].every(
    (tokens) => Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens,
  )

/**
 * Returns the price of a question, in thousandths of a credit, rounded up:
 *
 * (fresh input × input rate + cached input × cached rate + output × output rate) ÷ 1,000,000
 *
 * | counted      | is                                                                    | rate of the base model |
 * |--------------|-----------------------------------------------------------------------|------------------------|
 * | fresh input  | `inputTokens` minus the cached ones: question, conversation, context  |         49,670 milli/M |
 * | cached input | `cachedInputTokens`, a part of the input                              |          2,483 milli/M |
 * | output       | `outputTokens`; includes `reasoningTokens` at the same rate           |        248,348 milli/M |
 *
 * So the typical question, 133 input and 4000 output tokens, costs 1000 thousandths on the base model: one credit.
 * docs/credits.md says where the rates come from. Clamps impossible counts to 0 and `maxTokens` (NaN is 0), so that the result is
 * always a whole number, never negative.
 */
export function priceQuestion(price: ModelPrice, usage: TokenUsage): number {
  const input = credibleCount(usage.inputTokens)
  const cached = Math.min(credibleCount(usage.cachedInputTokens), input)
  // Some servers count reasoning in addition to the output instead of as a part of it.
  const output = Math.max(credibleCount(usage.outputTokens), credibleCount(usage.reasoningTokens))
  const millionths =
    (input - cached) * price.inputMilliPerMillionTokens +
    cached * Math.min(price.cachedInputMilliPerMillionTokens, price.inputMilliPerMillionTokens) +
    output * price.outputMilliPerMillionTokens
  return Math.ceil(millionths / 1_000_000)
}

/** Returns the maximum price of a question, in thousandths of a credit: nothing cached, and an answer of maximum length. */
export const maxCostOf = (
  price: ModelPrice,
  { inputTokens, maxOutputTokens }: { inputTokens: number; maxOutputTokens: number },
): number =>
  priceQuestion(price, {
    inputTokens,
    cachedInputTokens: 0,
    outputTokens: maxOutputTokens,
    reasoningTokens: 0,
    estimated: true,
  })

const credibleCount = (tokens: number) => (tokens > 0 ? Math.min(Math.ceil(tokens), maxTokens) : 0)
