import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { chatCompletionsOf } from './chat-completions.ts'
import { clientSettings } from './client-settings.ts'
import type { LanguageModels } from './streaming-model.ts'
import type { ModelHttp } from './model-http.ts'
import type { Connection } from '../providers/provider-connections.ts'

/** Creates a provider's client once. */
export function languageModelsOf(
  connection: Connection,
  { fetch, post }: Pick<ModelHttp, 'fetch' | 'post'>,
): LanguageModels {
  const common = clientSettings(connection, fetch)
  switch (connection.row.protocol) {
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
