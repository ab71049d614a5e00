import { Parser } from 'htmlparser2'
import { DocumentFailure } from '../document-failure.ts'

export type Attributes = Record<string, string>
export type XmlHandlers = {
  /** Names have no prefix: `w:p` becomes `p`, with `w:val` as `val`. */
  open?(name: string, attributes: Attributes, prefix: string): void
  close?(name: string, prefix: string): void
  text?(text: string): void
}

const deepest = 1_000

/**
 * Streams through XML during unpacking without storing it. Replaces only the five XML entities and numeric characters: a document with
 * custom entities (which its standard forbids, and which attacks use) is DAMAGED. `next` returns what the handlers have produced so far.
 */
export async function* readXml<Made>(
  chunks: AsyncIterable<Buffer>,
  handlers: (make: (made: Made) => void) => XmlHandlers,
): AsyncGenerator<Made> {
  let made: Made[] = []
  const parser = parserFor(handlers((one) => void made.push(one)))
  for await (const text of decoded(chunks)) {
    parser.write(text)
    yield* made
    made = []
  }
  parser.end()
  yield* made
}

/** The same without output. */
export async function lookThrough(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  // Produces nothing: the first step runs to the end.
  await readXml<never>(chunks, () => handlers).next()
}

function parserFor(handlers: XmlHandlers): Parser {
  let depth = 0
  return new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > deepest) throw new DocumentFailure('DAMAGED', 'nested too deeply')
        handlers.open?.(local(name), withLocalNames(attributes), prefixOf(name))
      },
      onclosetag(name) {
        depth -= 1
        handlers.close?.(local(name), prefixOf(name))
      },
      ontext: (text) => handlers.text?.(text),
      onprocessinginstruction(name, data) {
        if (/^!doctype/i.test(name) && data.includes('['))
          throw new DocumentFailure('DAMAGED', 'declares entities')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingByMark(chunk))
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

/** XML is UTF-8, or UTF-16 with a mark (XML 1.0, 4.3.3). */
function encodingByMark(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')))

/** A relationship's id, `r:id`, may appear beside another `id`: it becomes `relation` here. */
function withLocalNames(attributes: Attributes): Attributes {
  const named: Attributes = {}
  for (const [name, value] of Object.entries(attributes))
    named[name === 'r:id' ? 'relation' : local(name)] ??= value
  return named
}
