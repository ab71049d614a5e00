import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCallPart,
} from '@ai-sdk/provider'
import { storable } from '@atrium/contract'
import type { Protocol } from '../catalogue/models-file.ts'

/** A model's call of a tool; `input` is JSON as the model wrote it, and may be anything. */
export type ToolCall = { id: string; name: string; input: string }

/** The result of one call, as text. */
export type ToolResult = { call: ToolCall; text: string }

/** A tool for the model; `schema` is the JSON schema of its input. */
export type ToolOffer = {
  name: string
  description: string
  schema: LanguageModelV4FunctionTool['inputSchema']
}

/**
 * The calls that end a model's message, with what the vendor needs to continue it: text, signed reasoning, ids. Opaque to others.
 */
export type CalledTools = {
  calls: readonly ToolCall[]
  /** The message with the calls, and the one with their results, in the vendor packages' form. */
  messages(results: readonly ToolResult[]): LanguageModelV4Message[]
}

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]
type Metadata = { providerMetadata?: LanguageModelV4ToolCallPart['providerOptions'] }

/** Maximum calls in one message; a model that makes more is broken. */
const maxCalls = 20
/** Maximum length of one call's input, in UTF-16 units. */
const maxInputCharacters = 20_000

/** Collects a message with tool calls from its stream. */
export class ToolCalls {
  readonly #parts: AssistantPart[] = []
  readonly #calls: ToolCall[] = []
  readonly #open = new Map<string, { type: 'text' | 'reasoning'; text: string; options: Metadata }>()

  read(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#open.set(part.id, {
          type: part.type === 'text-start' ? 'text' : 'reasoning',
          text: '',
          options: metadataOf(part),
        })
        break
      case 'text-delta':
      case 'reasoning-delta': {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning'
        // Our own reader of chat completions announces no parts.
        const open = this.#open.get(part.id) ?? { type, text: '', options: {} }
        this.#open.set(part.id, {
          ...open,
          text: open.text + part.delta,
          options: { ...open.options, ...metadataOf(part) },
        })
        break
      }
      case 'text-end':
      case 'reasoning-end':
        this.#end(part.id, metadataOf(part))
        break
      case 'tool-call':
        if (part.providerExecuted === true || this.#calls.length >= maxCalls) break
        for (const id of [...this.#open.keys()]) this.#end(id, {})
        this.#calls.push({
          id: part.toolCallId,
          name: part.toolName,
          input: storable(part.input).slice(0, maxInputCharacters),
        })
        this.#parts.push({
          type: 'tool-call',
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          input: inputOf(part.input),
          ...optionsOf(metadataOf(part)),
        })
        break
      default:
        break
    }
  }

  /** The calls of the message; null when it has none. */
  called(): CalledTools | null {
    if (this.#calls.length === 0) return null
    const content = this.#parts
    return {
      calls: this.#calls,
      messages: (results) => [
        { role: 'assistant', content },
        {
          role: 'tool',
          content: results.map(({ call, text }) => ({
            type: 'tool-result',
            toolCallId: call.id,
            toolName: call.name,
            output: { type: 'text', value: storable(text) },
          })),
        },
      ],
    }
  }

  #end(id: string, more: Metadata): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    const options = optionsOf({ ...open.options, ...more })
    // Signed reasoning without a summary is empty, and vendors want it back.
    if (open.text === '' && (open.type === 'text' || !options.providerOptions)) return
    this.#parts.push({ type: open.type, text: open.text, ...options })
  }
}

const metadataOf = ({ providerMetadata }: Metadata): Metadata =>
  providerMetadata ? { providerMetadata } : {}

const optionsOf = ({ providerMetadata }: Metadata) =>
  providerMetadata ? { providerOptions: providerMetadata } : {}

/** A call with broken JSON goes back as an empty one: vendors refuse anything but an object. */
function inputOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** The tools in the packages' form. Anthropic refuses earlier calls without offered tools, and needs no 'none'. */
export const toolOptions = (
  protocol: Protocol,
  { offered, isLast }: { offered: readonly ToolOffer[]; isLast: boolean },
): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'> => ({
  tools: offered.map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: schema,
  })),
  toolChoice: { type: isLast && protocol !== 'anthropic' ? 'none' : 'auto' },
})
