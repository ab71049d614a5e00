import type { LanguageModelV4FinishReason, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ResponseStyle, TokenUsage } from '@atrium/contract'
import { vendorOptions } from './call-options.ts'
import { faultOf } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ResolvedModel } from './resolved-model.ts'
import { believedUsage } from './usage.ts'

/** One message of what a model is asked. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'other'

/** A piece of an answer. Pieces of one `id` belong together. `usage-final` comes once or, when the count is missing or cannot be believed, not at all. */
export type ModelPart =
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'usage-final'; usage: TokenUsage }
  | { type: 'finish'; reason: FinishReason }

export interface StreamOptions {
  /** Ends the answer; the reason of the signal is thrown. */
  signal?: AbortSignal | undefined
  style: ResponseStyle
  maxOutputTokens: number
}

/**
 * Asks a model and yields its answer as it comes, `finish` last. An answer that does not end well throws a `ProviderFault`;
 * what came before stands. Nothing is asked twice: whether to try again is the caller's decision.
 */
export async function* streamModel(resolved: ResolvedModel, prompt: PromptMessage[], options: StreamOptions): AsyncGenerator<ModelPart, void, undefined> {
  const { signal, style, maxOutputTokens } = options
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timeLimit = setTimeout(() => ending.abort(new ProviderFault('ANSWER_TOO_LONG')), resolved.answerLimitMs)
  let wrote = false
  let thought = false
  try {
    const { stream } = await resolved.language().doStream({
      prompt: wirePrompt(prompt),
      maxOutputTokens: Math.min(maxOutputTokens, resolved.maxOutputTokens),
      abortSignal: ending.signal,
      ...vendorOptions(resolved.protocol, resolved.effort[style], style),
    })
    for await (const part of stream) {
      switch (part.type) {
        case 'text-delta':
          if (part.delta === '') break
          wrote = true
          yield { type: 'text-delta', id: part.id, delta: part.delta }
          break
        case 'reasoning-delta':
          if (part.delta === '') break
          thought = true
          yield { type: 'reasoning-delta', id: part.id, delta: part.delta }
          break
        case 'error':
          throw part.error
        case 'finish': {
          const usage = believedUsage(part.usage, { answered: wrote || thought })
          if (usage) yield { type: 'usage-final', usage }
          yield { type: 'finish', reason: judge(part.finishReason, { wrote, thought }) }
          return
        }
      }
    }
    throw new ProviderFault('PROVIDER_DROPPED')
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason
    throw faultOf(error)
  } finally {
    clearTimeout(timeLimit)
    signal?.removeEventListener('abort', stop)
  }
}

/** An answer has ended well only when its provider says so, and when there is one. */
function judge({ unified, raw }: LanguageModelV4FinishReason, { wrote, thought }: { wrote: boolean; thought: boolean }): FinishReason {
  if (unified === 'content-filter') return wrote ? 'content-filter' : throwFault('CONTENT_FILTERED')
  if (unified === 'error' && raw !== undefined) return throwFault('PROVIDER_UNAVAILABLE')
  if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined)) return throwFault('PROVIDER_DROPPED')
  if (unified === 'length' && (wrote || thought)) return 'length'
  if (!wrote) return throwFault('PROVIDER_EMPTY')
  return unified === 'stop' ? 'stop' : 'other'
}

function throwFault(code: ProviderFault['code']): never {
  throw new ProviderFault(code)
}

/** Empty messages are left out: some vendors refuse them. */
function wirePrompt(messages: PromptMessage[]): LanguageModelV4Prompt {
  return messages
    .filter(({ text }) => text !== '')
    .map(({ role, text }) => (role === 'system' ? { role, content: text } : { role, content: [{ type: 'text' as const, text }] }))
}
