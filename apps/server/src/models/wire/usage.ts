import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { TokenUsage } from '@atrium/contract'
import { isCredibleUsage } from '../../credits/index.ts'

/**
 * Converts a provider's count to the contract's: `inputTokens` includes cached ones, `outputTokens` reasoning ones. Null without
 * a credible count (negative, not whole, beyond any question, no input, or no output despite an answer): the settlement then
 * estimates.
 */
export function believedUsage(
  usage: LanguageModelV4Usage,
  { answered }: { answered: boolean },
): TokenUsage | null {
  const { inputTokens: input, outputTokens: output } = usage
  if (input.total === undefined || output.total === undefined) return null
  const reasoning = output.reasoning ?? 0
  const counted: TokenUsage = {
    inputTokens: input.total,
    cachedInputTokens: Math.min(input.cacheRead ?? 0, input.total),
    // Some servers count reasoning beside the output instead of within it.
    outputTokens: reasoning > output.total ? output.total + reasoning : output.total,
    reasoningTokens: reasoning,
    estimated: false,
  }
  if (!isCredibleUsage(counted) || counted.inputTokens === 0 || (answered && counted.outputTokens === 0))
    return null
  return counted
}
