import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import type { EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { limitedFetch } from './limited-fetch.ts'
import type { ModelHttp } from './model-http.ts'
import type { Protocol } from './models-file.ts'
import type { Connection } from './provider-connections.ts'

/** A vendor's model that makes vectors: what is needed of the provider packages' own type. */
export interface EmbeddingMaker {
  doEmbed(options: EmbeddingModelV4CallOptions): PromiseLike<EmbeddingModelV4Result>
}

/** Gives a vendor's model by the name that the vendor knows it by. */
export type EmbeddingMakers = (vendorModel: string) => EmbeddingMaker

/** A reply of two thousand vectors of two thousand numbers, as decimal text. */
const largestReplyBytes = 128_000_000

type EmbeddingProtocol = Exclude<Protocol, 'anthropic'>

/** Whoever speaks OpenAI's `/embeddings`, Mistral and Google; Anthropic makes none. */
export const makesEmbeddings = (protocol: Protocol): protocol is EmbeddingProtocol => protocol !== 'anthropic'

/** Builds a provider's client once. As with `languageModelsOf`, each is given its own key, even an empty one. */
export function embeddingMakersOf(
  { row, baseUrl, key }: Connection,
  { fetch }: Pick<ModelHttp, 'fetch'>,
): EmbeddingMakers | null {
  const common = {
    baseURL: baseUrl,
    apiKey: key?.reveal() ?? '',
    fetch: limitedFetch(fetch, largestReplyBytes),
  }
  switch (row.protocol) {
    case 'openai':
    case 'openai-responses':
    case 'openai-compatible':
      return createOpenAI(common).embedding
    case 'azure':
    case 'azure-responses':
      return createAzure(common).embedding
    case 'google':
      return createGoogle(common).embedding
    case 'mistral':
      return createMistral(common).embedding
    case 'anthropic':
      return null
  }
}
