import type { Piece } from './pieces-of.ts'

/** A line of a column; lengths as in a run. */
export type Line = Pick<Piece, 'text' | 'left' | 'right' | 'y' | 'size' | 'isRightToLeft'> & {
  /** Whether wide gaps divide it into cells. */
  hasCells: boolean
}

/** Returns the lines of a part of a page, from the top; joins runs at the same height in writing order. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const last = row?.[0]
    if (row && last && Math.abs(last.y - piece.y) < Math.min(last.size, piece.size) * 0.45) row.push(piece)
    else rows.push([piece])
  }
  return rows.map(lineOf)
}

function lineOf(row: readonly Piece[]): Line {
  const isRightToLeft = weightOf(row.filter((piece) => piece.isRightToLeft)) * 2 > weightOf(row)
  const pieces = row.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left))
  const main = pieces.reduce((most, piece) => (piece.text.length > most.text.length ? piece : most))
  let text = ''
  let end: number | undefined
  for (const piece of pieces) {
    const gap = end === undefined ? 0 : isRightToLeft ? end - piece.right : piece.left - end
    text += (text === '' || gap < piece.size * 0.17 ? '' : ' ') + piece.text
    end = isRightToLeft ? piece.left : piece.right
  }
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    left: Math.min(...pieces.map(({ left }) => left)),
    right: Math.max(...pieces.map(({ right }) => right)),
    y: main.y,
    size: main.size,
    isRightToLeft,
    hasCells: pieces.length > 1,
  }
}

const weightOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0)
