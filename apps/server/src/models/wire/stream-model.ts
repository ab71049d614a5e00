import type {
  LanguageModelV4FilePart,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { type ResponseStyle, storable, StorableDeltas, type TokenUsage } from '@atrium/contract'
import type { Span } from '../../platform/traces/index.ts'
import { vendorOptions } from './call-options.ts'
import { isEndMarker, isStartMarker } from './end-marker.ts'
import { faultOf } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import { type CalledTools, ToolCalls, toolOptions, type ToolOffer, type ToolResult } from './tool-calls.ts'
import { passesOverRawReasoning, RawReasoning } from './raw-reasoning.ts'
import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import { lostContentOf } from './unreadable-chunk.ts'
import { believedUsage } from './usage.ts'

/** One message of a prompt. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
  /** Of an assistant: the tools that it called, with their results. `text` is what it said before. */
  called?: { tools: CalledTools; results: readonly ToolResult[] }
  /**
   * Pictures attached by the user, or made by the assistant. A model without vision only gets a note of them; one with vision
   * gets the assistant's pictures in the next user message, because vendors accept pictures only there.
   */
  pictures?: readonly PromptPicture[]
}

export interface PromptPicture {
  /** As in `image/png`. */
  contentType: string
  /** Its bytes; null when they are gone. Read only when the model is called. */
  read: () => Promise<Uint8Array | null>
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'other'

/**
 * A piece of an answer. Pieces with the same `id` belong together. `usage-final` is sent once or, when the count is missing or
 * not credible, never.
 */
export type ModelPart =
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'usage-final'; usage: TokenUsage }
  /** `called`: the message ends with calls of tools, and continues with their results. */
  | { type: 'finish'; reason: FinishReason; called?: CalledTools }

export interface StreamOptions {
  /** Aborts the answer; throws the signal's reason. */
  signal?: AbortSignal | undefined
  style: ResponseStyle
  maxOutputTokens: number
  /** The vendor's own by default. */
  temperature?: number
  /** The span that the call is part of. */
  span?: Span | undefined
  /** Tools that the model may call; `isLast` asks it to answer without. */
  tools?: { offered: readonly ToolOffer[]; isLast: boolean } | undefined
}

/** The part of a model that calling it needs. */
export type AskedModel = Pick<
  ResolvedModel,
  'language' | 'protocol' | 'effort' | 'maxOutputTokens' | 'seesPictures' | 'answerLimitMs' | 'onFault'
>

/**
 * Calls a model and passes on its answer as it streams, `finish` last. Rejects with a `ProviderFault` when the answer fails; pieces
 * passed on before stay valid. Rejects with what `take` throws, and reads no further. Never retries: the caller decides.
 */
export async function streamModel(
  resolved: AskedModel,
  prompt: PromptMessage[],
  options: StreamOptions,
  take: (part: ModelPart) => void,
): Promise<void> {
  const { signal, style, maxOutputTokens, temperature, tools } = options
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timeLimit = setTimeout(
    () => ending.abort(new ProviderFault('ANSWER_TOO_LONG')),
    resolved.answerLimitMs,
  )
  const raw = passesOverRawReasoning.has(resolved.protocol) ? new RawReasoning() : null
  let isRefused = false
  const pass = (part: ModelPart) => {
    try {
      take(part)
    } catch (error) {
      isRefused = true
      throw error
    }
  }
  const answer = new AnswerReader(pass, raw, tools ? new ToolCalls() : null)
  try {
    const reply = await resolved.language().doStream({
      prompt: await wirePrompt(prompt, resolved.seesPictures),
      maxOutputTokens: Math.min(maxOutputTokens, resolved.maxOutputTokens),
      abortSignal: ending.signal,
      includeRawChunks: true,
      ...(temperature !== undefined && { temperature }),
      ...(tools && toolOptions(resolved.protocol, tools)),
      ...vendorOptions(resolved.protocol, resolved.effort[style], style),
    })
    if ('read' in reply) await reply.read((part) => answer.read(part))
    else for await (const part of reply.stream) answer.read(part)
  } catch (error) {
    if (isRefused) throw error
    const fault = ending.signal.aborted ? ending.signal.reason : faultOf(error)
    // Errors after the end don't affect the answer.
    if (ending.signal.aborted || answer.seen.finish === null) {
      if (fault instanceof ProviderFault) resolved.onFault?.(fault.code)
      throw fault
    }
  } finally {
    clearTimeout(timeLimit)
    signal?.removeEventListener('abort', stop)
  }
  const { seen } = answer
  const called = seen.calls?.called() ?? null
  const answered = seen.wrote || seen.thought || called !== null
  const usage = seen.usage && believedUsage(seen.usage, { answered })
  if (usage) take({ type: 'usage-final', usage })
  take({ type: 'finish', reason: judge(seen), ...(called && { called }) })
}

/** The state of an answer so far. */
interface Seen {
  wrote: boolean
  thought: boolean
  /** Collects tool calls; null when no tools are offered. */
  calls: ToolCalls | null
  /** Something unreadable was received. */
  lost: 'nothing' | 'count' | null
  finish: LanguageModelV4FinishReason | null
  usage: LanguageModelV4Usage | null
}

/**
 * Passes on the text of the answer, each delta storable. Duplicate ends are harmless: it reads until the stream closes, and the last end
 * counts.
 */
class AnswerReader {
  readonly seen: Seen
  readonly #take: (part: ModelPart) => void
  readonly #raw: RawReasoning | null
  readonly #asides = new Set<string>()
  readonly #text = new StorableDeltas()
  readonly #reasoning = new StorableDeltas()
  #ending: 'not yet' | 'in this event' | 'before' = 'not yet'

  constructor(take: (part: ModelPart) => void, raw: RawReasoning | null, calls: ToolCalls | null) {
    this.#take = take
    this.#raw = raw
    this.seen = { wrote: false, thought: false, calls, lost: null, finish: null, usage: null }
  }

  read(part: LanguageModelV4StreamPart): void {
    this.seen.calls?.read(part)
    switch (part.type) {
      case 'raw':
        return this.#readRaw(part.rawValue)
      case 'text-delta':
        return this.#say(part.id, part.delta)
      case 'reasoning-delta':
        if (this.#raw?.showsSummary(part.id) !== false) this.#think(part.id, part.delta)
        return
      case 'text-start':
        // Anthropic's summary of a long conversation, which it sends as text of the answer.
        if (part.providerMetadata?.['anthropic']?.['type'] === 'compaction') this.#asides.add(part.id)
        return
      case 'error': {
        const lost = lostContentOf(part.error)
        if (lost === 'words') throw part.error
        this.seen.lost = lost
        return
      }
      case 'finish':
        this.seen.finish = part.finishReason
        this.seen.usage = part.usage
        return
      default:
        return
    }
  }

  /** Each provider event arrives raw before its parts. A vendor's own tools may make it send several messages: a new one continues the answer. */
  #readRaw(event: unknown): void {
    if (isStartMarker(event)) this.#ending = 'not yet'
    else if (this.#ending === 'in this event') this.#ending = 'before'
    else if (this.#ending === 'not yet' && isEndMarker(event)) this.#ending = 'in this event'
    const thought = this.#raw?.read(event)
    if (thought) this.#think(thought.id, thought.delta)
  }

  #say(id: string, given: string): void {
    if (this.#asides.has(id) || this.#ending === 'before') return
    const delta = this.#text.push(given)
    if (delta === '') return
    this.seen.wrote = true
    this.#take({ type: 'text-delta', id, delta })
  }

  #think(id: string, given: string): void {
    if (this.#ending === 'before') return
    const delta = this.#reasoning.push(given)
    if (delta === '') return
    this.seen.thought = true
    this.#take({ type: 'reasoning-delta', id, delta })
  }
}

/** An answer has ended well only when its provider says so, and when it is not empty. */
function judge({ finish, wrote, thought, calls, lost, usage }: Seen): FinishReason {
  if (finish === null) return throwFault('PROVIDER_DROPPED')
  const { unified, raw } = finish
  if (unified === 'content-filter') return wrote ? 'content-filter' : throwFault('CONTENT_FILTERED')
  // The packages lose the end in an unreadable piece; the token count, which comes with or after it, proves it.
  const counted = lost === 'count' || (lost === 'nothing' && usage?.outputTokens.total !== undefined)
  if (unified === 'error' && raw === undefined && counted && wrote) return 'other'
  if (unified === 'error' && raw !== undefined) return throwFault('PROVIDER_UNAVAILABLE')
  if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined))
    return throwFault('PROVIDER_DROPPED')
  if (unified === 'length' && (wrote || thought)) return 'length'
  if (!wrote && !calls?.called()) return throwFault('PROVIDER_EMPTY')
  return unified === 'stop' ? 'stop' : 'other'
}

function throwFault(code: ProviderFault['code']): never {
  throw new ProviderFault(code)
}

/** Leaves out empty messages: some vendors refuse them. */
async function wirePrompt(messages: PromptMessage[], seesPictures: boolean): Promise<LanguageModelV4Prompt> {
  const wire: LanguageModelV4Prompt = []
  let madeBefore: readonly PromptPicture[] = []
  for (const { role, text: written, pictures = [], called } of messages) {
    if (called) {
      wire.push(...called.tools.messages(called.results))
      continue
    }
    // Excerpts may be cut within a character, which vendors refuse.
    const text = storable(written)
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
