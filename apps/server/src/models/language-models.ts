import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { groqUsage } from './groq-usage.ts'
import type { Connection } from './provider-connections.ts'

/** Gives a vendor's model by the name that the vendor knows it by. */
export type LanguageModels = (vendorModel: string) => LanguageModelV4

/** Builds a provider's client once. The packages would take keys from the environment by themselves: each is given its own, even an empty one. */
export function languageModelsOf(
  { row, baseUrl, key }: Connection,
  fetch: typeof globalThis.fetch,
): LanguageModels {
  const apiKey = key?.reveal() ?? ''
  const common = { baseURL: baseUrl, apiKey, fetch }
  switch (row.protocol) {
    case 'openai':
      return createOpenAI(common).chat
    case 'openai-responses':
      return createOpenAI(common).responses
    case 'anthropic':
      return createAnthropic(common).languageModel
    case 'google':
      return createGoogle(common).languageModel
    case 'azure':
      return createAzure(common).chat
    case 'azure-responses':
      return createAzure(common).responses
    case 'mistral':
      return createMistral(common).languageModel
    case 'openai-compatible':
      return createOpenAICompatible({
        name: row.name,
        baseURL: baseUrl,
        ...(key && { apiKey }),
        fetch,
        includeUsage: true,
        metadataExtractor: groqUsage,
      }).languageModel
  }
}
