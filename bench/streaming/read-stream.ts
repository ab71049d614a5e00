/** The kind of event stream: the provider's (chat completions of OpenAI) or Atrium's (the AI SDK's UI message stream). */
export type StreamFormat = 'provider' | 'atrium'

/**
 * A cheap event stream reader, since it shares the processor with the measured server. Supports only what the two servers send: whole
 * `data:` lines ended by a line feed. Returns the text of each chunk of bytes on arrival.
 */
export class StreamReader {
  readonly #textOf: (event: string) => string
  readonly #decoder = new TextDecoder()
  #rest = ''
  /** Whether the last event has arrived. */
  isDone = false

  constructor(format: StreamFormat) {
    this.#textOf = format === 'provider' ? textOfProvider : textOfAtrium
  }

  read(bytes: Uint8Array): string {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    let text = ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      if (line === 'data: [DONE]') this.isDone = true
      else text += this.#textOf(line.slice('data: '.length))
    }
    return text
  }
}

function textOfProvider(event: string): string {
  const { choices } = JSON.parse(event) as { choices: { delta: { content?: string | null } }[] }
  return choices[0]?.delta.content ?? ''
}

function textOfAtrium(event: string): string {
  if (!event.startsWith('{"type":"text-delta"')) return ''
  return (JSON.parse(event) as { delta: string }).delta
}
