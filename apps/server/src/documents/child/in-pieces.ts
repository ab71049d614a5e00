import type { Block, ReaderEvent } from '../block.ts'

/** No block is longer, in UTF-16 units: a text without a single line end comes in pieces. */
const longestBlock = 16_000

/** The same events with long blocks cut, where possible behind a blank, and without blocks of blanks. */
export async function* inPieces(events: AsyncIterable<ReaderEvent>): AsyncGenerator<ReaderEvent> {
  for await (const event of events) {
    if (event.type !== 'block') yield event
    else
      for (const text of piecesOf(tidy(event.block))) yield { type: 'block', block: { ...event.block, text } }
  }
}

/**
 * Without what cannot be stored (NUL, halves of characters), is not read (other control characters), or stands at the ends; a row
 * may begin with an empty cell.
 */
function tidy({ text, kind }: Block): string {
  const readable = text.toWellFormed().replace(/[\0-\x08\x0B-\x1F\x7F-\xA0\uFFFE\uFFFF]/g, ' ')
  return kind === 'row' ? readable.trimEnd() : readable.trim()
}

function* piecesOf(text: string): Generator<string> {
  let rest = text
  while (rest.length > longestBlock) {
    const blank = rest.lastIndexOf(' ', longestBlock)
    let end = blank > longestBlock / 2 ? blank : longestBlock
    if (!rest.slice(0, end).isWellFormed()) end -= 1
    yield rest.slice(0, end).trimEnd()
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') yield rest
}
