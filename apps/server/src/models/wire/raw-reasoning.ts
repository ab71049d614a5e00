import { z } from 'zod'

type Delta = { id: string; delta: string }

const TextDelta = z.object({
  type: z.literal('response.reasoning_text.delta'),
  item_id: z.string().optional(),
  output_index: z.number().optional(),
  delta: z.string(),
})
const ItemDone = z.object({
  type: z.literal('response.output_item.done'),
  output_index: z.number().optional(),
  item: z.object({
    type: z.literal('reasoning'),
    id: z.string().optional(),
    content: z.array(z.object({ type: z.literal('reasoning_text'), text: z.string() })),
  }),
})
const ChatChunk = z.object({
  choices: z.tuple([
    z.object({
      delta: z.object({ reasoning_content: z.string().nullish(), reasoning: z.string().nullish() }),
    }),
  ]),
})

const itemOf = (id: string | undefined, index: number | undefined) => id ?? `item-${index ?? 0}`

/**
 * Reads reasoning in forms that the OpenAI packages ignore: `reasoning_text` of the Responses protocol (LM Studio, vLLM,
 * OpenRouter) and `reasoning_content` or `reasoning` of Chat Completions (DeepSeek). If a server also sends a summary, only the
 * first to arrive is shown.
 */
export class RawReasoning {
  readonly #items = new Map<string, 'raw' | 'summary'>()

  /** Returns the reasoning in a raw event; null when there is none. */
  read(event: unknown): Delta | null {
    const chat = ChatChunk.safeParse(event)
    if (chat.success) {
      const { reasoning_content: content, reasoning } = chat.data.choices[0].delta
      return { id: 'reasoning', delta: content ?? reasoning ?? '' }
    }
    const piece = TextDelta.safeParse(event)
    if (piece.success) {
      const { item_id: id, output_index: index, delta } = piece.data
      return this.#claim(itemOf(id, index), 'raw') ? { id: itemOf(id, index), delta } : null
    }
    const done = ItemDone.safeParse(event)
    if (!done.success) return null
    const { item, output_index: index } = done.data
    const id = itemOf(item.id, index)
    // Pieces are not repeated by the whole at the end.
    if (this.#items.has(id)) return null
    this.#items.set(id, 'raw')
    return { id, delta: item.content.map(({ text }) => text).join('\n\n') }
  }

  /** Whether a summary may be shown; its part is identified by its item and its number within it. */
  showsSummary(partId: string): boolean {
    return this.#claim(partId.replace(/:\d+$/, ''), 'summary')
  }

  #claim(item: string, form: 'raw' | 'summary'): boolean {
    const first = this.#items.get(item) ?? form
    this.#items.set(item, first)
    return first === form
  }
}

/** The protocols whose packages ignore such reasoning. */
export const passesOverRawReasoning: ReadonlySet<string> = new Set([
  'openai',
  'openai-responses',
  'azure',
  'azure-responses',
])
