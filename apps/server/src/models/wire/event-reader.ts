import { StringDecoder } from 'node:string_decoder'
import { ProviderFault } from './provider-fault.ts'

/** Above any vendor's longest event; an endless line would fill the memory. */
const maxEventCharacters = 32_000_000

/**
 * Parses server-sent events (WHATWG HTML, section 9.2.6) from bytes split anywhere, even within a character: any line ends, a
 * byte order mark, comments, fields in any order. Returns the data of each event; event names repeat what the data says.
 */
export class EventReader {
  readonly #decoder = new StringDecoder('utf8')
  #isAtStart = true
  #endedWithReturn = false
  #line = ''
  #data: string | null = null

  /** Returns the data of the events that these bytes complete. Throws a `ProviderFault` for an oversized event. */
  read(bytes: Buffer): string[] {
    const text = this.#lineFeedsOnly(this.#decoder.write(bytes))
    const events: string[] = []
    let start = 0
    // Searches only new text: a long line in small pieces costs no more than a short one.
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#take(this.#line + text.slice(start, end), events)
      this.#line = ''
      start = end + 1
    }
    this.#line += text.slice(start)
    if (this.#line.length + (this.#data?.length ?? 0) > maxEventCharacters)
      throw new ProviderFault('PROVIDER_MALFORMED', { cause: new Error('An event is too long.') })
    return events
  }

  #take(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data !== null) events.push(this.#data)
      this.#data = null
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.startsWith('data: ') ? 6 : 5)
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`
    }
  }

  /** A carriage return ends a line at once; the line feed of the same line end may arrive with the next bytes. */
  #lineFeedsOnly(text: string): string {
    if (text === '') return text
    let rest = text
    if (this.#isAtStart && rest.startsWith('\uFEFF')) rest = rest.slice(1)
    this.#isAtStart = false
    if (this.#endedWithReturn && rest.startsWith('\n')) rest = rest.slice(1)
    this.#endedWithReturn = rest === '' ? false : rest.endsWith('\r')
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest
  }
}
