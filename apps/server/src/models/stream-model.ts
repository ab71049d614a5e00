import type {
  LanguageModelV4FilePart,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { ResponseStyle, TokenUsage } from '@atrium/contract'
import { vendorOptions } from './call-options.ts'
import { faultOf } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ResolvedModel } from './resolved-model.ts'
import { lostWith } from './unreadable-chunk.ts'
import { believedUsage } from './usage.ts'

/** One message of what a model is asked. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
  /**
   * What the user showed with it, or the assistant made. A model that does not see is only told that there was something; one that
   * sees gets what the assistant made with the user's next message, because vendors take pictures from users alone.
   */
  pictures?: readonly PromptPicture[]
}

export interface PromptPicture {
  /** As in `image/png`. */
  contentType: string
  /** Its bytes; null when they are gone. Read when the model is asked, and not before. */
  read: () => Promise<Uint8Array | null>
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
  /** The vendor's own when left out. */
  temperature?: number
}

/** What is needed of a model to ask it. */
export type AskedModel = Pick<
  ResolvedModel,
  'language' | 'protocol' | 'effort' | 'maxOutputTokens' | 'seesPictures' | 'answerLimitMs'
>

/**
 * Asks a model and yields its answer as it comes, `finish` last. An answer that does not end well throws a `ProviderFault`;
 * what came before stands. Nothing is asked twice: whether to try again is the caller's decision.
 */
export async function* streamModel(
  resolved: AskedModel,
  prompt: PromptMessage[],
  options: StreamOptions,
): AsyncGenerator<ModelPart, void, undefined> {
  const { signal, style, maxOutputTokens, temperature } = options
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timeLimit = setTimeout(
    () => ending.abort(new ProviderFault('ANSWER_TOO_LONG')),
    resolved.answerLimitMs,
  )
  const seen: Seen = { wrote: false, thought: false, lost: null, finish: null, usage: null }
  try {
    const { stream } = await resolved.language().doStream({
      prompt: await wirePrompt(prompt, resolved.seesPictures),
      maxOutputTokens: Math.min(maxOutputTokens, resolved.maxOutputTokens),
      abortSignal: ending.signal,
      ...(temperature !== undefined && { temperature }),
      ...vendorOptions(resolved.protocol, resolved.effort[style], style),
    })
    yield* readParts(stream, seen)
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason
    // What breaks after the end has no bearing on the answer.
    if (seen.finish === null) throw faultOf(error)
  } finally {
    clearTimeout(timeLimit)
    signal?.removeEventListener('abort', stop)
  }
  const usage = seen.usage && believedUsage(seen.usage, { answered: seen.wrote || seen.thought })
  if (usage) yield { type: 'usage-final', usage }
  yield { type: 'finish', reason: judge(seen) }
}

/** What has been seen of an answer so far. */
interface Seen {
  wrote: boolean
  thought: boolean
  /** Something came in a form that could not be read. */
  lost: 'nothing' | 'count' | null
  finish: LanguageModelV4FinishReason | null
  usage: LanguageModelV4Usage | null
}

/** The words of the answer. An end that comes twice is harmless: the stream is read until it closes, and the last end counts. */
async function* readParts(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  seen: Seen,
): AsyncGenerator<ModelPart, void, undefined> {
  const asides = new Set<string>()
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        if (part.delta === '' || asides.has(part.id)) break
        seen.wrote = true
        yield { type: 'text-delta', id: part.id, delta: part.delta }
        break
      case 'reasoning-delta':
        if (part.delta === '') break
        seen.thought = true
        yield { type: 'reasoning-delta', id: part.id, delta: part.delta }
        break
      case 'text-start':
        // Anthropic's summary of a long conversation, which it sends as if it were text of the answer.
        if (part.providerMetadata?.['anthropic']?.['type'] === 'compaction') asides.add(part.id)
        break
      case 'error': {
        const lost = lostWith(part.error)
        if (lost === 'words') throw part.error
        seen.lost = lost
        break
      }
      case 'finish':
        seen.finish = part.finishReason
        seen.usage = part.usage
        break
      default:
        break
    }
  }
}

/** An answer has ended well only when its provider says so, and when there is one. */
function judge({ finish, wrote, thought, lost, usage }: Seen): FinishReason {
  if (finish === null) return throwFault('PROVIDER_DROPPED')
  const { unified, raw } = finish
  if (unified === 'content-filter') return wrote ? 'content-filter' : throwFault('CONTENT_FILTERED')
  // Over a piece that they cannot read the packages forget the end; the count of tokens, which comes with it or after it, proves it.
  const counted = lost === 'count' || (lost === 'nothing' && usage?.outputTokens.total !== undefined)
  if (unified === 'error' && raw === undefined && counted && wrote) return 'other'
  if (unified === 'error' && raw !== undefined) return throwFault('PROVIDER_UNAVAILABLE')
  if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined))
    return throwFault('PROVIDER_DROPPED')
  if (unified === 'length' && (wrote || thought)) return 'length'
  if (!wrote) return throwFault('PROVIDER_EMPTY')
  return unified === 'stop' ? 'stop' : 'other'
}

function throwFault(code: ProviderFault['code']): never {
  throw new ProviderFault(code)
}

/** Empty messages are left out: some vendors refuse them. */
async function wirePrompt(messages: PromptMessage[], seesPictures: boolean): Promise<LanguageModelV4Prompt> {
  const wire: LanguageModelV4Prompt = []
  let madeBefore: readonly PromptPicture[] = []
  for (const { role, text, pictures = [] } of messages) {
    if (text === '') continue
    if (role === 'system') wire.push({ role, content: text })
    else if (role === 'assistant') {
      wire.push({ role, content: [{ type: 'text', text }] })
      madeBefore = [...madeBefore, ...pictures]
    } else {
      const made = seesPictures ? await filesOf(madeBefore) : []
      const shown = seesPictures ? await filesOf(pictures) : []
      const notes = [
        made.length > 0 ? madeNote(made.length) : '',
        shown.length < pictures.length ? unseenNote(pictures.length - shown.length) : '',
      ].filter((note) => note !== '')
      wire.push({
        role,
        content: [...made, ...shown, { type: 'text', text: [text, ...notes].join('\n\n') }],
      })
      madeBefore = []
    }
  }
  return wire
}

async function filesOf(pictures: readonly PromptPicture[]): Promise<LanguageModelV4FilePart[]> {
  const files: LanguageModelV4FilePart[] = []
  for (const { contentType, read } of pictures) {
    const data = await read()
    if (data) files.push({ type: 'file', mediaType: contentType, data: { type: 'data', data } })
  }
  return files
}

const madeNote = (count: number) =>
  count === 1
    ? '[The first picture here is the one that you made.]'
    : `[The first ${count} pictures here are those that you made.]`

const unseenNote = (count: number) =>
  count === 1
    ? '[A picture came with this that you cannot see.]'
    : `[${count} pictures came with this that you cannot see.]`
