import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ResponseStyle } from '@atrium/contract'
import type { Effort, Protocol } from '../catalogue/models-file.ts'

type VendorOptions = Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'>

/**
 * Returns a vendor's options beside the prompt: reasoning effort, whether to show reasoning, and no storage. The provider
 * packages turn `reasoning` into each vendor's form (effort, budget, thinking level).
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
      // Without `store: false` OpenAI stores every answer. Requests a summary only when wanted: some organizations may not have
      // one.
      const openai = {
        store: false,
        ...(thinks && { reasoningSummary: shown ? 'auto' : null }),
        // Azure identifies a model by the operator's name, which says nothing of its abilities.
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
