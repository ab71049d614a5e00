import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ResponseStyle } from '@atrium/contract'
import type { Effort, Protocol } from './models-file.ts'

type VendorOptions = Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'>

/**
 * What a vendor must be told beside the prompt: how hard to think, whether to show the thinking, and to keep nothing.
 * The provider packages turn `reasoning` into each vendor's form (effort, budget, thinking level).
 */
export function vendorOptions(
  protocol: Protocol,
  effort: Effort | undefined,
  style: ResponseStyle,
): VendorOptions {
  const thinks = effort !== undefined && effort !== 'none'
  const shown = style === 'deep'
  const reasoning = effort && { reasoning: effort }
  switch (protocol) {
    case 'openai-responses':
    case 'azure-responses': {
      // Without `store: false` OpenAI keeps every answer. A summary is asked for only when wanted: some organisations may not have one.
      const openai = {
        store: false,
        ...(thinks && { reasoningSummary: shown ? 'auto' : null }),
        // Azure knows a model by the operator's name for it, from which nobody can tell what it is able to do.
        ...(protocol === 'azure-responses' && effort && { forceReasoning: true }),
      }
      return {
        ...reasoning,
        providerOptions: { [protocol === 'azure-responses' ? 'azure' : 'openai']: openai },
      }
    }
    case 'google':
      return {
        ...reasoning,
        ...(thinks &&
          shown && { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }),
      }
    case 'azure':
      return {
        ...reasoning,
        ...(effort && {
          providerOptions: { azure: { forceReasoning: true }, openai: { forceReasoning: true } },
        }),
      }
    case 'openai':
    case 'anthropic':
    case 'mistral':
    case 'openai-compatible':
      return { ...reasoning }
  }
}
