import type { ErrorCode, TokenUsage } from '@atrium/contract'
import { countTokens, type ModelPart, ProviderFault, streamWithRetry } from '../models/index.ts'
import type { OpenCall } from './open-call.ts'

/** The outcome of writing a text. */
export type TextEnd = {
  state: 'finished' | 'stopped' | 'failed'
  errorCode: ErrorCode | null
  retryAfterSeconds: number | null
  text: string
  /** Whether it reached its length limit. */
  isCut: boolean
  /** Null when nothing was written: the call is free. */
  usage: TokenUsage | null
}

/** Streams the model's text and passes every piece on, with no transaction open. Never throws. */
export async function writeText(
  { model, prompt, inputTokens, maxOutputTokens }: OpenCall,
  signal: AbortSignal,
  onText: (delta: string) => void = () => undefined,
): Promise<TextEnd> {
  let text = ''
  let counted: TokenUsage | null = null
  let isCut = false
  const ended = (state: TextEnd['state'], fault?: ProviderFault): TextEnd => ({
    state,
    errorCode: fault?.code ?? null,
    retryAfterSeconds: fault?.retryAfterSeconds ?? null,
    text,
    isCut,
    usage: text.trim() === '' ? null : (counted ?? estimated(inputTokens, text)),
  })
  try {
    const options = { signal, style: 'quick' as const, maxOutputTokens }
    const take = (part: ModelPart) => {
      if (part.type === 'text-delta') {
        text += part.delta
        onText(part.delta)
      } else if (part.type === 'usage-final') counted = part.usage
      else if (part.type === 'finish') isCut = part.reason === 'length'
    }
    await streamWithRetry(model, prompt, options, take)
    return text.trim() === '' ? ended('failed', new ProviderFault('PROVIDER_EMPTY')) : ended('finished')
  } catch (error) {
    if (signal.aborted) return ended('stopped')
    return ended(
      'failed',
      error instanceof ProviderFault ? error : new ProviderFault('INTERNAL', { cause: error }),
    )
  }
}

const estimated = (inputTokens: number, text: string): TokenUsage => ({
  inputTokens,
  cachedInputTokens: 0,
  outputTokens: countTokens(text),
  reasoningTokens: 0,
  estimated: true,
})
