import type { TokenUsage } from '@atrium/contract'
import { z } from 'zod'

/** Dearer than any model there is, and small enough that every product below is an exact integer. */
const dearestMilli = 100_000_000
const rate = () => z.int().min(0).max(dearestMilli)

/** What a model costs: thousandths of a credit per million tokens, as the models file gives it. */
export const ModelPrice = z.strictObject({
  inputMilliPerMillionTokens: rate(),
  /** For input that the provider read from its cache; never more than fresh input. */
  cachedInputMilliPerMillionTokens: rate(),
  outputMilliPerMillionTokens: rate(),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** 100 words in and 3000 words out, at three words to four tokens. */
export const typicalQuestion: TokenUsage = {
  inputTokens: 133,
  cachedInputTokens: 0,
  outputTokens: 4000,
  reasoningTokens: 0,
  estimated: true,
}

/** No question has this many tokens; what claims more is a mistake of the one who counted. */
export const mostTokens = 10_000_000

/** Whether a provider's count can be believed: whole numbers, none negative, none beyond any question. */
export const isCredibleUsage = (usage: TokenUsage): boolean =>
  [usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.reasoningTokens].every(
    (tokens) => Number.isInteger(tokens) && tokens >= 0 && tokens <= mostTokens,
  )

/**
 * What a question costs, in thousandths of a credit, rounded up to the next thousandth:
 *
 *     (fresh input × input rate + cached input × cached rate + output × output rate) ÷ 1,000,000
 *
 * | counted      | is                                                                    | rate of the base model |
 * |--------------|-----------------------------------------------------------------------|------------------------|
 * | fresh input  | `inputTokens` less the cached ones: question, conversation, context   |         49,670 milli/M |
 * | cached input | `cachedInputTokens`, which are among the input                        |          2,483 milli/M |
 * | output       | `outputTokens`; `reasoningTokens` are among them and cost the same    |        248,348 milli/M |
 *
 * So the typical question, 133 tokens in and 4000 out, costs 1000 thousandths on the base model: one credit. docs/credits.md
 * tells where rates come from. Counts that cannot be are brought within 0 and `mostTokens` (NaN is 0), so that the result is
 * always a whole number, never negative.
 */
export function priceQuestion(price: ModelPrice, usage: TokenUsage): number {
  const input = credibleCount(usage.inputTokens)
  const cached = Math.min(credibleCount(usage.cachedInputTokens), input)
  // Some servers count reasoning beside the output in place of among it.
  const output = Math.max(credibleCount(usage.outputTokens), credibleCount(usage.reasoningTokens))
  const millionths =
    (input - cached) * price.inputMilliPerMillionTokens +
    cached * Math.min(price.cachedInputMilliPerMillionTokens, price.inputMilliPerMillionTokens) +
    output * price.outputMilliPerMillionTokens
  return Math.ceil(millionths / 1_000_000)
}

/** What a question can cost at most, in thousandths of a credit: nothing cached, and an answer as long as it may become. */
export const mostItCanCost = (
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

const credibleCount = (tokens: number) => (tokens > 0 ? Math.min(Math.ceil(tokens), mostTokens) : 0)
