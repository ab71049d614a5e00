import type { PassagePlace } from '@atrium/contract'
import type { Block } from '@atrium/documents'
import { cleanText } from './clean-text.ts'
import { cutText } from './cut-text.ts'
import { createHeadings } from './headings.ts'

/** A piece of a document: its text, and where it begins. */
export type Piece = { text: string; place: PassagePlace }

/** Lengths in UTF-16 units: the target length of a passage, and the maximum. */
const aim = 1200
const most = 2000
/** A shorter passage takes another paragraph even if it then exceeds the target. */
const small = 600
/** Up to this many consecutive empty rows of a sheet become empty lines, so that lines can be counted; more end the passage. */
const emptyRowsKept = 5
/** Maximum length of a sheet's header row above each of its passages. */
const maxHeaderCharacters = 500

/**
 * Cuts a document along its structure. A heading starts a passage and is in `place.headings` of those below it; a passage is on
 * one page, slide or sheet; paragraphs stay whole unless longer than a passage; rows have their table's header row above them,
 * and an empty line for each empty row in between. Holds one passage at a time.
 */
export async function* cutPassages(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Piece> {
  const cutter = createCutter()
  for await (const block of blocks) yield* cutter.add(block)
  yield* cutter.end()
}

/** The passage that is being filled. */
type Open = { piece: Piece; isOfHeadings: boolean; lastRow: number | undefined }
/** The heading row above the rows that are being read. */
type Header = { piece: Piece; isUsed: boolean }

function createCutter() {
  const headings = createHeadings()
  let open: Open | null = null
  let header: Header | null = null

  function* close(): Generator<Piece> {
    if (open) yield open.piece
    open = null
  }
  function* endTable(): Generator<Piece> {
    yield* close()
    if (header && !header.isUsed) yield header.piece
    header = null
  }
  const placeOf = ({ place: { sheet, ...place } }: Block): PassagePlace => {
    const path = headings.path()
    return {
      ...place,
      ...(sheet !== undefined && { sheet: cleanText(sheet) }),
      ...(path.length > 0 && { headings: path }),
    }
  }
  function* put(block: Block, text: string): Generator<Piece> {
    const above = header ? `${header.piece.text}\n` : ''
    if (header) header.isUsed = true
    const room = most - (open?.isOfHeadings ? open.piece.text.length + 2 : above.length)
    for (const part of cutText(text, Math.min(aim, room), room)) {
      const empty = emptyRows(open, block)
      if (open && empty <= emptyRowsKept && mayJoin(open, part)) {
        open.piece.text += (block.kind === 'row' ? '\n'.repeat(1 + empty) : '\n\n') + part
        open.lastRow = block.place.row
        if (block.kind === 'heading') open.piece.place = placeOf(block)
        else open.isOfHeadings = false
      } else {
        yield* close()
        open = {
          piece: { text: above + part, place: placeOf(block) },
          isOfHeadings: block.kind === 'heading',
          lastRow: block.place.row,
        }
      }
    }
  }
  return {
    *add(block: Block): Generator<Piece> {
      const text = cleanText(block.text)
      if (text === '') return
      if (header && !isOfTable(header, block)) yield* endTable()
      if (block.kind === 'row' && block.isHeader) {
        yield* endTable()
        const [first = '', ...rest] = cutText(text, maxHeaderCharacters, maxHeaderCharacters)
        if (rest.length > 0) yield* put(block, text)
        yield* close()
        header = { piece: { text: first, place: placeOf(block) }, isUsed: rest.length > 0 }
        return
      }
      if (block.kind === 'heading') headings.enter(text, block.level ?? 1)
      if (open && !mayGoOn(open, block)) yield* close()
      yield* put(block, text)
    },
    end: endTable,
  }
}

/** The number of empty rows of a sheet between the open passage and this block. */
const emptyRows = (open: Open | null, { place: { row } }: Block): number =>
  open?.lastRow === undefined || row === undefined ? 0 : Math.max(0, row - open.lastRow - 1)

const isOfTable = (header: Header, block: Block): boolean =>
  block.kind === 'row' && isSamePart(header.piece.place, block.place)

/** Whether both are on one page, slide or sheet. */
const isSamePart = (one: PassagePlace, other: PassagePlace): boolean =>
  one.page === other.page && one.slide === other.slide && (one.sheet ?? '') === (other.sheet ?? '')

/** Whether the structure allows a block in the open passage. */
const mayGoOn = ({ piece, isOfHeadings }: Open, block: Block): boolean =>
  isSamePart(piece.place, block.place) &&
  (block.kind !== 'heading' || isOfHeadings) &&
  !(isOfHeadings && piece.text.length > small)

/** Whether the length allows it. Headings alone are no passage: the text after them is cut so that its beginning fits. */
function mayJoin({ piece, isOfHeadings }: Open, part: string): boolean {
  const length = piece.text.length + 2 + part.length
  return length <= aim || (length <= most && (isOfHeadings || piece.text.length < small))
}
