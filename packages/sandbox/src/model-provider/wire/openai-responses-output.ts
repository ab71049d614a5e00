import { randomUUID } from 'node:crypto'
import { inputText, type ToolCall } from '../answer/steps.ts'

interface OutputEvent {
  type: string
  fields: object
}

interface OpenItem {
  kind: 'reasoning' | 'message'
  id: string
  text: string
}

/**
 * The output items of one response as they grow: a reasoning item with one summary part, then a message with one text
 * part. Every item and part is opened before its first delta and closed with its whole text.
 */
export class ResponseOutput {
  /** The closed items, as the finished response lists them. */
  readonly items: unknown[] = []
  #open: OpenItem | null = null

  addReasoning(delta: string): OutputEvent[] {
    const { events, item } = this.#enter('reasoning')
    item.text += delta
    return [
      ...events,
      {
        type: 'response.reasoning_summary_text.delta',
        fields: { ...this.#place(item), summary_index: 0, delta },
      },
    ]
  }

  addText(delta: string): OutputEvent[] {
    const { events, item } = this.#enter('message')
    item.text += delta
    return [
      ...events,
      {
        type: 'response.output_text.delta',
        fields: { ...this.#place(item), content_index: 0, delta, logprobs: [] },
      },
    ]
  }

  addCall(call: ToolCall): OutputEvent[] {
    const closing = this.close()
    const id = `fc_${randomUUID()}`
    const place = { item_id: id, output_index: this.items.length }
    const item = { id, type: 'function_call', call_id: `call_${randomUUID()}`, name: call.name }
    const text = inputText(call)
    const added = {
      type: 'response.output_item.added',
      fields: {
        output_index: this.items.length,
        item: { ...item, arguments: '', status: 'in_progress' },
      },
    }
    return [
      ...closing,
      added,
      { type: 'response.function_call_arguments.delta', fields: { ...place, delta: text } },
      { type: 'response.function_call_arguments.done', fields: { ...place, arguments: text } },
      this.#done({ ...item, arguments: text, status: 'completed' }),
    ]
  }

  close(): OutputEvent[] {
    const item = this.#open
    if (item === null) return []
    const events = item.kind === 'reasoning' ? this.#closeReasoning(item) : this.#closeMessage(item)
    this.#open = null
    return events
  }

  #enter(kind: OpenItem['kind']): { events: OutputEvent[]; item: OpenItem } {
    if (this.#open?.kind === kind) return { events: [], item: this.#open }
    const closing = this.close()
    const item: OpenItem = { kind, id: `${kind === 'reasoning' ? 'rs' : 'msg'}_${randomUUID()}`, text: '' }
    this.#open = item
    return { events: [...closing, ...this.#opening(item)], item }
  }

  #opening(item: OpenItem): OutputEvent[] {
    const added = (fields: object) => ({
      type: 'response.output_item.added',
      fields: { output_index: this.items.length, item: fields },
    })
    if (item.kind === 'reasoning') {
      const part = { type: 'summary_text', text: '' }
      return [
        added({ id: item.id, type: 'reasoning', summary: [] }),
        {
          type: 'response.reasoning_summary_part.added',
          fields: { ...this.#place(item), summary_index: 0, part },
        },
      ]
    }
    return [
      added({ id: item.id, type: 'message', status: 'in_progress', content: [], role: 'assistant' }),
      {
        type: 'response.content_part.added',
        fields: { ...this.#place(item), content_index: 0, part: textPart('') },
      },
    ]
  }

  #closeReasoning(item: OpenItem): OutputEvent[] {
    const place = { ...this.#place(item), summary_index: 0 }
    const part = { type: 'summary_text', text: item.text }
    return [
      { type: 'response.reasoning_summary_text.done', fields: { ...place, text: item.text } },
      { type: 'response.reasoning_summary_part.done', fields: { ...place, part } },
      this.#done({ id: item.id, type: 'reasoning', summary: [part] }),
    ]
  }

  #closeMessage(item: OpenItem): OutputEvent[] {
    const place = { ...this.#place(item), content_index: 0 }
    return [
      { type: 'response.output_text.done', fields: { ...place, text: item.text, logprobs: [] } },
      { type: 'response.content_part.done', fields: { ...place, part: textPart(item.text) } },
      this.#done({
        id: item.id,
        type: 'message',
        status: 'completed',
        content: [textPart(item.text)],
        role: 'assistant',
      }),
    ]
  }

  #done(item: object): OutputEvent {
    const output_index = this.items.length
    this.items.push(item)
    return { type: 'response.output_item.done', fields: { output_index, item } }
  }

  #place(item: OpenItem): object {
    return { item_id: item.id, output_index: this.items.length }
  }
}

function textPart(text: string): object {
  return { type: 'output_text', annotations: [], logprobs: [], text }
}
