import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import type { EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { clientSettings } from './client-settings.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { ModelHttp } from './model-http.ts'
import type { Protocol } from '../catalogue/models-file.ts'
import type { Connection } from '../providers/provider-connections.ts'

/** A vendor's embedding model: the part of the provider packages' own type that we need. */
export interface EmbeddingMaker {
  doEmbed(options: EmbeddingModelV4CallOptions): PromiseLike<EmbeddingModelV4Result>
}

/** Returns a vendor's model by the vendor's name for it. */
export type EmbeddingMakers = (vendorModel: string) => EmbeddingMaker

/** A reply with two thousand vectors of two thousand numbers, as decimal text. */
const maxReplyBytes = 128_000_000

type EmbeddingProtocol = Exclude<Protocol, 'anthropic'>

/** OpenAI's `/embeddings` and compatible servers, Mistral and Google; Anthropic has none. */
export const makesEmbeddings = (protocol: Protocol): protocol is EmbeddingProtocol => protocol !== 'anthropic'

/** Creates a provider's client once. */
export function embeddingMakersOf(
  connection: Connection,
  { fetch }: Pick<ModelHttp, 'fetch'>,
): EmbeddingMakers | null {
  const common = clientSettings(connection, limitedFetch(fetch, maxReplyBytes))
  switch (connection.row.protocol) {
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
