import { TokenMeter, type Usage } from '../usage.ts'
import { inputText, type Chunk, type ToolCall } from './steps.ts'

/** Counts the output tokens of an answer. */
export class OutputMeter {
  readonly #text = new TokenMeter()
  readonly #reasoning = new TokenMeter()

  add(chunk: Chunk): void {
    if ('text' in chunk) this.#text.add(chunk.text)
    else this.#reasoning.add(chunk.reasoning)
  }

  addCall(call: ToolCall): void {
    this.#text.add(`${call.name} ${inputText(call)}`)
  }

  usage(prompt: Pick<Usage, 'inputTokens' | 'cachedTokens'>): Usage {
    const reasoningTokens = this.#reasoning.tokens
    return { ...prompt, outputTokens: this.#text.tokens + reasoningTokens, reasoningTokens }
  }
}
