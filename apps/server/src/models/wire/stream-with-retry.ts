import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import { type RetryOptions, retryTransient } from './retry-transient.ts'
import {
  type AskedModel,
  type ModelPart,
  type PromptMessage,
  streamModel,
  type StreamOptions,
} from './stream-model.ts'

/** `streamModel` with retries for transient failures before anything has arrived, within the model's maximum silence. */
export const streamWithRetry = (
  model: AskedModel & Pick<ResolvedModel, 'silenceLimitMs'>,
  prompt: PromptMessage[],
  { onRetry, ...options }: StreamOptions & Pick<RetryOptions, 'onRetry'>,
  take: (part: ModelPart) => void,
): Promise<void> =>
  retryTransient<ModelPart>((taking) => streamModel(model, prompt, options, taking), take, {
    withinMs: model.silenceLimitMs,
    signal: options.signal,
    onRetry,
  })
