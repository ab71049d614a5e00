import { type ModelPrice, priceQuestion } from '../../credits/index.ts'
import type { OutputRange } from './output-prior.ts'
import type { WebPlan } from './plan-web.ts'

/** Our token count of a text differs from a provider's by up to this share. */
const countingError = 0.2

type Prompt = {
  /** Including the maximum for sources. */
  inputTokens: number
  /** Maximum tokens for sources. */
  sourceTokens: number
  /** Documents are sent whole; of other files only matching passages, or none. */
  hasDocuments: boolean
  /** Whether the provider may have cached the beginning. */
  isContinued: boolean
  maxOutputTokens: number
  /** What the answer may do on the web; null without it. */
  web: Pick<WebPlan, 'tokens' | 'tokensPerSearch' | 'totalInputTokens'> | null
}

/** Estimates the cost of a question, in thousandths of a credit, with the range that contains 90 % of actual costs. */
export function likelyCost(
  price: ModelPrice,
  { inputTokens, sourceTokens, hasDocuments, isContinued, maxOutputTokens, web }: Prompt,
  output: OutputRange,
): { low: number; likely: number; high: number } {
  const withoutSources = inputTokens - sourceTokens - (web?.tokens ?? 0)
  const cost = (input: number, cached: number, outputTokens: number) =>
    priceQuestion(price, {
      inputTokens: input,
      cachedInputTokens: cached,
      outputTokens: Math.min(outputTokens, maxOutputTokens),
      reasoningTokens: 0,
      estimated: true,
    })
  // Most answers with the web search once: the model is called a second time, with the pages.
  const ofOneSearch = web ? withoutSources + web.tokensPerSearch : 0
  const least = Math.floor(withoutSources * (1 - countingError))
  return {
    low: cost(least, isContinued ? least : 0, output.low),
    likely: cost(
      withoutSources + (hasDocuments ? sourceTokens : Math.ceil(sourceTokens / 2)) + ofOneSearch,
      0,
      output.likely,
    ),
    high: cost(Math.ceil((web?.totalInputTokens ?? inputTokens) * (1 + countingError)), 0, output.high),
  }
}
