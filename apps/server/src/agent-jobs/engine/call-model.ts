import type { TokenUsage } from '@atrium/contract'
import { countPrompt } from '../../answers/index.ts'
import {
  countTokens,
  type ModelPart,
  ProviderFault,
  type ResolvedModel,
  streamWithRetry,
} from '../../models/index.ts'
import type { Span } from '../../platform/traces/index.ts'
import type { ModelStep } from './program.ts'

/** Asks the job's model for a step's text. Holds no transaction meanwhile. Throws ProviderFault, or the signal's reason. */
export async function callModel(
  model: ResolvedModel,
  { prompt, maxOutputTokens }: Pick<ModelStep, 'prompt' | 'maxOutputTokens'>,
  { signal, style, span }: { signal: AbortSignal; style: 'quick' | 'deep'; span?: Span | undefined },
): Promise<{ text: string; usage: TokenUsage }> {
  let text = ''
  let usage: TokenUsage | null = null
  const options = { signal, style, maxOutputTokens, span }
  const take = (part: ModelPart) => {
    if (part.type === 'text-delta') text += part.delta
    else if (part.type === 'usage-final') usage = part.usage
  }
  await streamWithRetry(model, prompt, options, take)
  signal.throwIfAborted()
  if (text.trim() === '') throw new ProviderFault('PROVIDER_EMPTY')
  return { text, usage: usage ?? estimated(prompt, text) }
}

const estimated = (prompt: ModelStep['prompt'], text: string): TokenUsage => ({
  inputTokens: countPrompt(prompt),
  cachedInputTokens: 0,
  outputTokens: countTokens(text),
  reasoningTokens: 0,
  estimated: true,
})

/** The tokens of all steps together. */
export const totalUsage = (usages: readonly (TokenUsage | null)[]): TokenUsage =>
  usages.reduce<TokenUsage>(
    (sum, usage) =>
      usage === null
        ? sum
        : {
            inputTokens: sum.inputTokens + usage.inputTokens,
            cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
            outputTokens: sum.outputTokens + usage.outputTokens,
            reasoningTokens: sum.reasoningTokens + usage.reasoningTokens,
            estimated: sum.estimated || usage.estimated,
          },
    { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, estimated: false },
  )
