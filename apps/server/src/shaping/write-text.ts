import type { ErrorCode, TokenUsage } from '@atrium/contract'
import { countTokens, ProviderFault, streamModel } from '../models/index.ts'
import type { OpenCall } from './open-call.ts'

/** How the writing of a text ended. */
export type TextEnd = {
  state: 'finished' | 'stopped' | 'failed'
  errorCode: ErrorCode | null
  retryAfterSeconds: number | null
  text: string
  /** It reached its limit of length. */
  isCut: boolean
  /** Null when nothing was written: such a call is free. */
  usage: TokenUsage | null
}

/** Lets the model write, with no transaction open, and hands on every piece. Never throws. */
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
    for await (const part of streamModel(model, prompt, { signal, style: 'quick', maxOutputTokens })) {
      if (part.type === 'text-delta') {
        text += part.delta
        onText(part.delta)
      } else if (part.type === 'usage-final') counted = part.usage
      else if (part.type === 'finish') isCut = part.reason === 'length'
    }
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
