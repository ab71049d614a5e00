import { createAzure } from '@ai-sdk/azure'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { ImageModelV4CallOptions, ImageModelV4Result } from '@ai-sdk/provider'
import { clientSettings } from '../wire/client-settings.ts'
import { limitedFetch } from '../wire/limited-fetch.ts'
import type { ModelHttp } from '../wire/model-http.ts'
import type { Protocol } from '../catalogue/models-file.ts'
import type { Connection } from '../providers/provider-connections.ts'

/** A vendor's picture model: the part of the provider packages' own type that we need. */
export interface PictureMaker {
  /** Maximum pictures per request; unknown when it is not a number. */
  readonly maxImagesPerCall: unknown
  doGenerate(options: ImageModelV4CallOptions): PromiseLike<ImageModelV4Result>
}

/** Returns a vendor's model by the vendor's name for it. */
export type PictureMakers = (vendorModel: string) => PictureMaker

/** Maximum silence of a vendor while it makes a picture, in seconds. */
export const pictureStallSeconds = 180

/** A reply with ten pictures of twenty megabytes, in base64. */
const maxReplyBytes = 280_000_000

/** The vendor-specific picture APIs: OpenAI's `/images`, which other servers implement too, and Google's Gemini. */
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

/** Creates a provider's client once. */
export function pictureMakersOf(
  connection: Connection,
  { fetch }: Pick<ModelHttp, 'fetch'>,
): PictureMakers | null {
  const common = clientSettings(connection, limitedFetch(fetch, maxReplyBytes))
  switch (connection.row.protocol) {
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
