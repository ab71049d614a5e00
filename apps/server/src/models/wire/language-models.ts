import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { chatCompletionsOf } from './chat-completions.ts'
import type { LanguageModels } from './streaming-model.ts'
import type { ModelHttp } from './model-http.ts'
import type { Connection } from '../providers/provider-connections.ts'

/**
 * Creates a provider's client once. The packages would read keys from the environment themselves: each gets its own, even an
 * empty one.
 */
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
