import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** A vendor's model: the part of the provider packages' own type that we need, or one of our own readers. */
export interface StreamingModel {
  doStream(
    options: LanguageModelV4CallOptions,
  ): PromiseLike<{ stream: AsyncIterable<LanguageModelV4StreamPart> } | { read: PartReader }>
}

/**
 * Reads an answer to its end and passes each part on as it arrives, which costs a fraction of an async iterator. Rejects with what `take`
 * throws, and reads no further.
 */
export type PartReader = (take: (part: LanguageModelV4StreamPart) => void) => Promise<void>

/** Returns a vendor's model by the vendor's name for it. */
export type LanguageModels = (vendorModel: string) => StreamingModel
