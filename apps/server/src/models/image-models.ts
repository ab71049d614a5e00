import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { ImageModelV4CallOptions, ImageModelV4Result } from '@ai-sdk/provider'
import { limitedFetch } from './limited-fetch.ts'
import type { ModelHttp } from './model-http.ts'
import type { Protocol } from './models-file.ts'
import type { Connection } from './provider-connections.ts'

/** A vendor's model that makes pictures: what is needed of the provider packages' own type. */
export interface PictureMaker {
  /** Pictures of one request at most; nobody knows when it is no number. */
  readonly maxImagesPerCall: unknown
  doGenerate(options: ImageModelV4CallOptions): PromiseLike<ImageModelV4Result>
}

/** Gives a vendor's model by the name that the vendor knows it by. */
export type PictureMakers = (vendorModel: string) => PictureMaker

/** How long a vendor may be silent while it makes a picture, in seconds. */
export const pictureStallSeconds = 180

/** A reply of ten pictures of twenty megabytes, in base64. */
const largestReplyBytes = 280_000_000

/** Where pictures are made in a vendor's own form: OpenAI's `/images`, which other servers speak too, and Google's Gemini. */
const protocols = [
  'openai',
  'openai-responses',
  'azure',
  'azure-responses',
  'google',
  'openai-compatible',
] as const
type PictureProtocol = (typeof protocols)[number]

export const makesPictures = (protocol: Protocol): protocol is PictureProtocol =>
  protocols.some((known) => known === protocol)

/** Builds a provider's client once. As with `languageModelsOf`, each is given its own key, even an empty one. */
export function pictureMakersOf(
  { row, baseUrl, key }: Connection,
  { fetch }: Pick<ModelHttp, 'fetch'>,
): PictureMakers | null {
  const common = {
    baseURL: baseUrl,
    apiKey: key?.reveal() ?? '',
    fetch: limitedFetch(fetch, largestReplyBytes),
  }
  switch (row.protocol) {
    case 'openai':
    case 'openai-responses':
    case 'openai-compatible':
      return createOpenAI(common).image
    case 'azure':
    case 'azure-responses':
      return createAzure(common).image
    case 'google':
      return createGoogle(common).image
    case 'anthropic':
    case 'mistral':
      return null
  }
}
