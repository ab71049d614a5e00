import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'

type MetadataExtractor = NonNullable<Parameters<typeof createOpenAICompatible>[0]['metadataExtractor']>

/** Groq, and what imitates it, counts tokens in a field of its own, `x_groq.usage`, of the last piece of an answer. */
export const groqUsage: MetadataExtractor = {
  extractMetadata: async ({ parsedBody }) => asMetadata(usageIn(parsedBody)),
  createStreamExtractor() {
    let usage: object | undefined
    return {
      processChunk: (chunk) => {
        usage = usageIn(chunk) ?? usage
      },
      buildMetadata: () => asMetadata(usage),
    }
  },
}

/** The provider's count, from Groq's field when the usual one is empty. */
export function countedUsage(
  usage: LanguageModelV4Usage,
  metadata: SharedV4ProviderMetadata | undefined,
): LanguageModelV4Usage {
  const groq = metadata?.['groq']
  if (usage.outputTokens.total !== undefined || !groq) return usage
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return {
    inputTokens: {
      total: number(groq['prompt_tokens']),
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: number(groq['completion_tokens']), text: undefined, reasoning: undefined },
  }
}

function usageIn(chunk: unknown): object | undefined {
  if (typeof chunk !== 'object' || chunk === null || !('x_groq' in chunk)) return undefined
  const { x_groq: groq } = chunk
  return typeof groq === 'object' &&
    groq !== null &&
    'usage' in groq &&
    typeof groq.usage === 'object' &&
    groq.usage !== null
    ? groq.usage
    : undefined
}

const asMetadata = (usage: object | undefined): SharedV4ProviderMetadata | undefined =>
  usage && {
    groq: Object.fromEntries(Object.entries(usage).filter(([, value]) => typeof value === 'number')),
  }
