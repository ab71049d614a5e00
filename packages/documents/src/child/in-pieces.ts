import type { Block, ReaderEvent, WordEvent } from '../block.ts'

/** Maximum length of a block in UTF-16 units: a text without line ends is split. */
const maxBlockCharacters = 16_000

/** Splits long blocks, at spaces where possible, and drops blank ones. */
export async function* inPieces<Event extends ReaderEvent | WordEvent>(
  events: AsyncIterable<Event>,
): AsyncGenerator<Event | ReaderEvent> {
  for await (const event of events) {
    if (event.type !== 'block') yield event
    else {
      // Only the first piece of a header row names the columns.
      let { block } = event
      for (const text of piecesOf(tidy(block))) {
        yield { type: 'block', block: { ...block, text } }
        const { isHeader: _, ...rest } = block
        block = rest
      }
    }
  }
}

/** Removes unstorable (NUL, unpaired surrogates) and control characters and trims; a row may begin with an empty cell. */
function tidy({ text, kind }: Block): string {
  const readable = withoutControls(text)
  return kind === 'row' ? readable.trimEnd() : readable.trim()
}

export const withoutControls = (text: string): string =>
  text.toWellFormed().replace(/[\0-\x08\x0B-\x1F\x7F-\xA0\uFFFE\uFFFF]/g, ' ')

function* piecesOf(text: string): Generator<string> {
  let rest = text
  while (rest.length > maxBlockCharacters) {
    const blank = rest.lastIndexOf(' ', maxBlockCharacters)
    let end = blank > maxBlockCharacters / 2 ? blank : maxBlockCharacters
    if (!rest.slice(0, end).isWellFormed()) end -= 1
    yield rest.slice(0, end).trimEnd()
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') yield rest
}
