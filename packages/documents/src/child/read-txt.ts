import type { ReadEvent } from '../block.ts'
import { decodeText } from './decode-text.ts'

const maxParagraphCharacters = 16_000

/** Reads a plain text by paragraphs, separated by empty lines. */
export async function* readTxt(bytes: Buffer): AsyncGenerator<ReadEvent> {
  let lines: string[] = []
  let size = 0
  for (const line of linesOf(bytes)) {
    const isEmpty = line.trim() === ''
    if ((isEmpty || size + line.length > maxParagraphCharacters) && lines.length > 0) {
      yield paragraph(lines)
      lines = []
      size = 0
    }
    if (isEmpty) continue
    lines.push(line)
    size += line.length + 1
  }
  if (lines.length > 0) yield paragraph(lines)
}

const paragraph = (lines: readonly string[]): ReadEvent => ({
  type: 'block',
  block: { kind: 'paragraph', text: lines.join('\n'), place: {} },
})

/** The lines; a line above the maximum block length is split. */
function* linesOf(bytes: Buffer): Generator<string> {
  let rest = ''
  for (const text of decodeText(bytes)) {
    const lines = (rest + text).split(/\r\n|[\n\r\f\v\u2028\u2029]/)
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length <= maxParagraphCharacters) continue
    yield rest
    rest = ''
  }
  yield rest
}
