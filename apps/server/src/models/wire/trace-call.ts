import type { Span } from '../../platform/traces/index.ts'
import { errorCodeOf } from '../../platform/traces/error-code.ts'
import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import type { ModelPart } from './stream-model.ts'

type TracedCall = {
  /** The span of the answer. */
  parent: Span
  model: Pick<ResolvedModel, 'modelId' | 'protocol'>
  signal: AbortSignal | undefined
}

/** Records one call of a provider: model, tokens and outcome. */
export async function traceCall(
  { parent, model, signal }: TracedCall,
  take: (part: ModelPart) => void,
  call: (take: (part: ModelPart) => void) => Promise<void>,
): Promise<void> {
  const span = parent.child(`chat ${model.modelId}`, 'client')
  span.set({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.protocol,
    'gen_ai.request.model': model.modelId,
  })
  try {
    await call((part) => {
      if (part.type === 'usage-final')
        span.set({
          'gen_ai.usage.input_tokens': part.usage.inputTokens,
          'gen_ai.usage.output_tokens': part.usage.outputTokens,
        })
      take(part)
    })
    span.set({ 'atrium.call.state': 'completed' })
  } catch (error) {
    if (signal?.aborted) span.set({ 'atrium.call.state': 'stopped' })
    else {
      span.set({ 'atrium.call.state': 'failed' })
      span.fail(errorCodeOf(error))
    }
    throw error
  } finally {
    span.end()
  }
}
