import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { chatCompletionsOf } from './chat-completions.ts'
import type { ModelHttp } from './model-http.ts'
import type { Connection } from './provider-connections.ts'

/** A vendor's model: what is needed of the provider packages' own type. */
export interface StreamingModel {
  doStream(
    options: LanguageModelV4CallOptions,
  ): PromiseLike<{ stream: AsyncIterable<LanguageModelV4StreamPart> }>
}

/** Gives a vendor's model by the name that the vendor knows it by. */
export type LanguageModels = (vendorModel: string) => StreamingModel

/** Builds a provider's client once. The packages would take keys from the environment by themselves: each is given its own, even an empty one. */
export function languageModelsOf(
  connection: Connection,
  { fetch, post }: Pick<ModelHttp, 'fetch' | 'post'>,
): LanguageModels {
  const { row, baseUrl, key } = connection
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
      return chatCompletionsOf(connection, post)
  }
}
