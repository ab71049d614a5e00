import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { TokenUsage } from '@atrium/contract'
import { isCredibleUsage } from '../credits/index.ts'

/**
 * A provider's count as the contract has it: `inputTokens` with the cached ones, `outputTokens` with the reasoning ones.
 * Null when the provider did not count or cannot be believed (negative, not whole, beyond any question, nothing read, or
 * nothing written although there is an answer): whoever settles counts for himself then.
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
    // Some servers count reasoning beside the output in place of among it.
    outputTokens: reasoning > output.total ? output.total + reasoning : output.total,
    reasoningTokens: reasoning,
    estimated: false,
  }
  if (!isCredibleUsage(counted) || counted.inputTokens === 0 || (answered && counted.outputTokens === 0))
    return null
  return counted
}
