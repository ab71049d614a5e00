import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** A vendor's model: the part of the provider packages' own type that we need. */
export interface StreamingModel {
  doStream(
    options: LanguageModelV4CallOptions,
  ): PromiseLike<{ stream: AsyncIterable<LanguageModelV4StreamPart> }>
}

/** Returns a vendor's model by the vendor's name for it. */
export type LanguageModels = (vendorModel: string) => StreamingModel
