import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
  TypeValidationError,
} from '@ai-sdk/provider'
import { asChunk, type ChatChunk, type ChatUsage } from './chat-chunk.ts'
import { EventReader } from './event-reader.ts'
import type { LanguageModels, PartReader } from './streaming-model.ts'
import type { ModelHttp, PostReply } from './model-http.ts'
import type { Connection } from '../providers/provider-connections.ts'

/**
 * OpenAI's chat completions, as all compatible servers implement them. Read here and not by a provider package, since schema
 * validation of every chunk costs several times more than everything else that an answer needs.
 */
export function chatCompletionsOf({ baseUrl, key }: Connection, post: ModelHttp['post']): LanguageModels {
  const url = `${baseUrl}/chat/completions`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Atrium',
    ...(key && { authorization: `Bearer ${key.reveal()}` }),
  }
  return (vendorModel) => ({
    async doStream(options) {
      const body = JSON.stringify(requestOf(vendorModel, options))
      const reply = await post(url, { headers, body, signal: options.abortSignal })
      if (reply.status >= 200 && reply.status < 300) return { read: readerOf(reply.body) }
      throw new APICallError({
        message: `status ${reply.status}`,
        url,
        requestBodyValues: {},
        statusCode: reply.status,
        responseHeaders: reply.headers,
        responseBody: await reply.text(),
      })
    },
  })
}

function requestOf(
  model: string,
  { prompt, maxOutputTokens, reasoning, temperature, tools, toolChoice }: LanguageModelV4CallOptions,
): object {
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(reasoning && reasoning !== 'provider-default' && { reasoning_effort: reasoning }),
    messages: messagesOf(prompt),
    ...(tools && { tools: tools.flatMap(toolOf), tool_choice: toolChoice?.type ?? 'auto' }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

type Tool = NonNullable<LanguageModelV4CallOptions['tools']>[number]

const toolOf = (tool: Tool) =>
  tool.type === 'function'
    ? [
        {
          type: 'function',
          function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
        },
      ]
    : []

const messagesOf = (prompt: LanguageModelV4Prompt) =>
  prompt.flatMap((message): object[] => {
    const { role, content } = message
    if (role === 'tool') return resultsOf(content)
    const calls = role === 'assistant' ? callsOf(content) : []
    return [
      {
        role,
        content:
          typeof content === 'string'
            ? content
            : content.some(({ type }) => type === 'file')
              ? content.flatMap(partOf)
              : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    ]
  })

type Content<Role> = Extract<LanguageModelV4Prompt[number], { role: Role }>['content']

const callsOf = (content: Content<'assistant'>) =>
  content.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            type: 'function',
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  )

const resultsOf = (content: Content<'tool'>) =>
  content.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'text'
      ? [{ role: 'tool', tool_call_id: part.toolCallId, content: part.output.value }]
      : [],
  )

type ContentPart = Exclude<
  Exclude<LanguageModelV4Prompt[number], { role: 'tool' }>['content'],
  string
>[number]

/** A picture is embedded in the `image_url`: no server has to fetch anything. */
function partOf(part: ContentPart): object[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type !== 'file' || part.data.type !== 'data' || typeof part.data.data === 'string') return []
  const bytes = Buffer.from(part.data.data).toString('base64')
  return [{ type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${bytes}` } }]
}

/** Reads the parts of an answer from a reply. */
const readerOf =
  (body: PostReply['body']): PartReader =>
  (take) =>
    new Promise((resolve, reject) => {
      // It may have failed before anybody listened.
      if (body.destroyed) return reject(body.errored ?? closedEarly())
      const chat = new ChatReader(take)
      const failed = (error: unknown) => {
        body.destroy()
        reject(error)
      }
      body
        .on('data', (bytes: Buffer) => {
          try {
            chat.read(bytes)
          } catch (error) {
            failed(error)
          }
        })
        .on('end', () => {
          try {
            chat.end()
            resolve()
          } catch (error) {
            failed(error)
          }
        })
        .on('error', reject)
        .on('close', () => reject(closedEarly()))
    })

const closedEarly = () => new Error('The reply was closed before its end.')

type Take = (part: LanguageModelV4StreamPart) => void

/** The parts of an answer. An unreadable chunk becomes an error part: the consumer decides what is lost with it. */
class ChatReader {
  readonly #take: Take
  readonly #events = new EventReader()
  readonly #end = new ChatEnd()
  readonly #calls = new ChatCalls()

  constructor(take: Take) {
    this.#take = take
  }

  read(bytes: Buffer): void {
    for (const data of this.#events.read(bytes)) {
      // Anything after the end is not part of the answer.
      if (this.#end.isOver) continue
      if (data === '[DONE]') this.#end.isDone()
      else this.#readChunk(parsed(data))
    }
  }

  end(): void {
    if (this.#end.isMissing) {
      const message = 'Response stream ended without a finish reason.'
      this.#take({ type: 'error', error: new InvalidResponseDataError({ data: undefined, message }) })
    }
    for (const call of this.#calls.parts()) this.#take(call)
    this.#take({ type: 'finish', ...this.#end.result() })
  }

  #readChunk(chunk: ReturnType<typeof parsed>): void {
    const error = chunk instanceof Error ? chunk : chunk.error
    if (chunk instanceof Error || chunk.error) {
      this.#end.isUnclear()
      this.#take({ type: 'error', error })
      return
    }
    const hasEnded = this.#end.hasReason
    this.#end.notice(chunk)
    const delta = chunk.choices?.[0]?.delta
    if (!delta || hasEnded) return
    if (delta.tool_calls) this.#calls.add(delta.tool_calls)
    takeParts(delta, this.#take)
  }
}

function parsed(data: string): ChatChunk | JSONParseError | TypeValidationError {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (cause) {
    return new JSONParseError({ text: data, cause })
  }
  return asChunk(value) ?? new TypeValidationError({ value, cause: new Error('not a chunk of an answer') })
}

type Delta = NonNullable<NonNullable<ChatChunk['choices']>[number]['delta']>

function takeParts({ content, refusal, ...delta }: Delta, take: Take): void {
  const say = (text: unknown) => {
    if (typeof text === 'string' && text !== '') take({ type: 'text-delta', id: 'text-0', delta: text })
  }
  const think = (text: string) => take({ type: 'reasoning-delta', id: 'reasoning-0', delta: text })
  // Most servers use `reasoning_content`; some that serve gpt-oss use `reasoning`.
  const reasoning = delta.reasoning_content ?? delta.reasoning
  if (reasoning) think(reasoning)
  if (typeof content === 'string') say(content)
  else
    for (const part of content ?? []) {
      if (part.type === 'text') say(part.text)
      else if (part.type === 'thinking' && Array.isArray(part.thinking)) think(thoughtsIn(part.thinking))
    }
  say(refusal)
}

/** Mistral's models send reasoning as a list of texts, wherever they are served. */
const thoughtsIn = (thinking: readonly unknown[]): string =>
  thinking
    .map((piece) =>
      typeof piece === 'object' && piece && 'text' in piece && typeof piece.text === 'string'
        ? piece.text
        : '',
    )
    .join('')

/** Collects tool calls from the chunks: a call's name comes first, its arguments in pieces. */
class ChatCalls {
  readonly #calls: { id: string; name: string; input: string }[] = []

  add(deltas: readonly unknown[]): void {
    for (const [position, delta] of deltas.entries()) {
      const { index = position, id, function: called } = delta as CallDelta
      if (!Number.isInteger(index) || index < 0 || index >= maxCalls) continue
      const call = (this.#calls[index] ??= { id: '', name: '', input: '' })
      if (typeof id === 'string' && id !== '') call.id = id
      if (typeof called?.name === 'string' && called.name !== '') call.name = called.name
      if (typeof called?.arguments === 'string' && call.input.length < maxInputCharacters)
        call.input += called.arguments
    }
  }

  *parts(): Generator<LanguageModelV4StreamPart> {
    for (const [index, call] of this.#calls.entries())
      if (call?.name)
        // Some servers send no id.
        yield {
          type: 'tool-call',
          toolCallId: call.id || `call_${index}`,
          toolName: call.name,
          input: call.input,
        }
  }
}

type CallDelta = { index?: number; id?: unknown; function?: { name?: unknown; arguments?: unknown } | null }

/** Calls of one message, and the length of a call's input in UTF-16 units: more is not read. */
const maxCalls = 20
const maxInputCharacters = 20_000

/** Collects from the chunks how the answer ended: finish reason and usage. */
class ChatEnd {
  #raw: string | undefined
  #refused = false
  #unclear = false
  #done = false
  #usage: ChatUsage | undefined

  notice({ choices, usage, x_groq: groq }: ChatChunk): void {
    const choice = choices?.[0]
    if (choice?.finish_reason) this.#raw = choice.finish_reason
    if (choice?.delta?.refusal && typeof choice.delta.refusal === 'string') this.#refused = true
    // Groq and compatible servers send usage in a separate field of the last chunk.
    this.#usage = usage ?? groq?.usage ?? this.#usage
  }

  /** Records an unreadable chunk: it may have contained the end. */
  isUnclear(): void {
    this.#unclear = true
    this.#raw = undefined
  }

  /** Records that the stream sent [DONE]. */
  isDone(): void {
    this.#done = true
  }

  get isOver(): boolean {
    return this.#done
  }

  get hasReason(): boolean {
    return this.#raw !== undefined
  }

  get isMissing(): boolean {
    return this.#raw === undefined && !this.#unclear && !this.#isComplete
  }

  /** Some servers send no finish reason, only [DONE] and usage. */
  get #isComplete(): boolean {
    return this.#done && !this.#unclear && (this.#usage?.completion_tokens ?? 0) > 0
  }

  result(): { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } {
    const unified =
      this.#raw === undefined
        ? this.#isComplete
          ? 'stop'
          : 'error'
        : unifiedReason(this.#raw, this.#refused)
    return { finishReason: { unified, raw: this.#raw }, usage: usageOf(this.#usage) }
  }
}

function unifiedReason(raw: string, refused: boolean): LanguageModelV4FinishReason['unified'] {
  switch (raw) {
    case 'stop':
      return refused ? 'content-filter' : 'stop'
    case 'length':
      return 'length'
    case 'content_filter':
      return 'content-filter'
    case 'function_call':
    case 'tool_calls':
      return 'tool-calls'
    default:
      return 'other'
  }
}

function usageOf(usage: ChatUsage | undefined): LanguageModelV4Usage {
  const input = usage && (usage.prompt_tokens ?? 0)
  const output = usage && (usage.completion_tokens ?? 0)
  return {
    inputTokens: {
      total: input,
      noCache: undefined,
      cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? undefined,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: undefined,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? undefined,
    },
  }
}
