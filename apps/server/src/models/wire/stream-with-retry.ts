import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import { type RetryOptions, retryTransient } from './retry-transient.ts'
import {
  type AskedModel,
  type ModelPart,
  type PromptMessage,
  streamModel,
  type StreamOptions,
} from './stream-model.ts'
import { traceCall } from './trace-call.ts'

/** `streamModel` with retries for transient failures before anything has arrived, within the model's maximum silence. */
export const streamWithRetry = (
  model: AskedModel & Pick<ResolvedModel, 'modelId' | 'silenceLimitMs'>,
  prompt: PromptMessage[],
  { onRetry, ...options }: StreamOptions & Pick<RetryOptions, 'onRetry'>,
  take: (part: ModelPart) => void,
): Promise<void> => {
  const { signal, span: parent } = options
  const call = (taking: typeof take) => streamModel(model, prompt, options, taking)
  const traced = parent ? (taking: typeof take) => traceCall({ parent, model, signal }, taking, call) : call
  return retryTransient<ModelPart>(traced, take, { withinMs: model.silenceLimitMs, signal, onRetry })
}
