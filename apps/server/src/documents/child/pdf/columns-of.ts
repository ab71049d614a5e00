import type { Piece } from './pieces-of.ts'

/** A gutter is at least this wide, in sizes of letters. */
const gutterWidth = 0.7
/** What stands across a gutter (titles, wide tables) is less than this share of the lines beside it. */
const mostAcross = 0.4
/** A column has so many lines; this share of its letters stands in lines that are so long and fill it so far. */
const least = { lines: 4, characters: 16, fill: 0.5, share: 0.6 }
/** Of the runs, so many may stand outside of the columns, as a line at the foot of the page does. */
const outliers = 0.04
/** Lines on both sides at the same height to this share are the rows of a table, unless they are long. */
const mostAligned = 0.5

/**
 * Cuts level runs into parts that are read one behind the other: between two columns of text there is a gutter, which titles
 * and wide tables cross. Cells of a table stay together. A column may be cut again.
 */
export function columnsOf(pieces: readonly Piece[]): Piece[][] {
  const gutter = gutterOf(pieces)
  if (gutter === null) return [[...pieces]]
  const parts: Piece[][] = []
  let left: Piece[] = []
  let right: Piece[] = []
  let across: Piece[] = []
  const endColumns = () => {
    for (const column of [left, right]) if (column.length > 0) parts.push(...columnsOf(column))
    left = []
    right = []
  }
  const endAcross = () => {
    if (across.length > 0) parts.push(across)
    across = []
  }
  for (const piece of inRows(pieces)) {
    if (stands(piece, gutter) === 'across' || endsWhatIsAcross(across.at(-1), piece, pieces, gutter)) {
      endColumns()
      across.push(piece)
      continue
    }
    endAcross()
    if (stands(piece, gutter) === 'left') left.push(piece)
    else right.push(piece)
  }
  endColumns()
  endAcross()
  return isRightToLeft(pieces) ? mirrored(parts, gutter) : parts
}

/** The last line of a paragraph as wide as the page is short: nothing stands beside it, and it is right below the others. */
function endsWhatIsAcross(
  before: Piece | undefined,
  piece: Piece,
  pieces: readonly Piece[],
  gutter: number,
): boolean {
  if (!before || piece.y - before.y > piece.size * 1.7 || Math.abs(before.size - piece.size) > 0.5)
    return false
  const side = stands(piece, gutter)
  return !pieces.some(
    (other) =>
      stands(other, gutter) !== side && other !== before && Math.abs(other.y - piece.y) < piece.size * 0.6,
  )
}

/** What runs from right to left begins in the right column. */
function mirrored(parts: Piece[][], gutter: number): Piece[][] {
  const turned = [...parts]
  for (let index = 0; index + 1 < turned.length; index += 1) {
    const [first, second] = [turned[index] ?? [], turned[index + 1] ?? []]
    if (
      first.every((piece) => stands(piece, gutter) === 'left') &&
      second.every((piece) => stands(piece, gutter) === 'right')
    ) {
      turned.splice(index, 2, second, first)
      index += 1
    }
  }
  return turned
}

const inRows = (pieces: readonly Piece[]): Piece[] => pieces.toSorted((a, b) => a.y - b.y || a.left - b.left)

const stands = ({ left, right }: Piece, gutter: number): 'left' | 'right' | 'across' => {
  if (right <= gutter + 1) return 'left'
  return left >= gutter - 1 ? 'right' : 'across'
}

/** Where the gutter between two columns is; null where there are none. */
function gutterOf(pieces: readonly Piece[]): number | null {
  if (pieces.length < least.lines * 2) return null
  const left = quantileOf(
    pieces.map((piece) => piece.left),
    outliers,
  )
  const right = quantileOf(
    pieces.map((piece) => piece.right),
    1 - outliers,
  )
  const size = medianOf(pieces.map((piece) => piece.size))
  const widest = widestGap(coverOf(pieces, left, right), pieces.length)
  if (widest === null || widest.end - widest.start < gutterWidth * size) return null
  const gutter = left + (widest.start + widest.end) / 2
  return separatesColumns(pieces, gutter, { left, right }, widest) ? gutter : null
}

/** Over how many runs a vertical line goes at each point of the width. */
function coverOf(pieces: readonly Piece[], left: number, right: number): number[] {
  const steps = Array<number>(Math.min(20_000, Math.max(0, Math.ceil(right - left)) + 2)).fill(0)
  for (const piece of pieces) {
    const start = Math.max(0, Math.floor(piece.left - left))
    const end = Math.min(steps.length - 1, Math.ceil(piece.right - left))
    if (end <= start) continue
    steps[start] = (steps[start] ?? 0) + 1
    steps[end] = (steps[end] ?? 0) - 1
  }
  let cover = 0
  return steps.map((step) => (cover += step))
}

/** The widest stretch, away from both sides, where (almost) the fewest runs are; null where these are too many. */
function widestGap(cover: readonly number[], count: number): { start: number; end: number } | null {
  const from = Math.floor(cover.length * 0.12)
  const to = Math.ceil(cover.length * 0.88)
  const fewest = Math.min(...cover.slice(from, to))
  if (!Number.isFinite(fewest) || fewest > count * mostAcross) return null
  // The number of the page may stand in the gutter.
  const few = fewest + Math.max(1, count * 0.02)
  let best: { start: number; end: number } | null = null
  for (let start = from; start < to; start += 1) {
    if ((cover[start] ?? 0) > few) continue
    let end = start
    while (end < to && (cover[end] ?? 0) <= few) end += 1
    if (!best || end - start > best.end - best.start) best = { start, end }
    start = end
  }
  return best
}

function separatesColumns(
  pieces: readonly Piece[],
  gutter: number,
  { left, right }: { left: number; right: number },
  gap: { start: number; end: number },
): boolean {
  const sides = { left: [] as Piece[], right: [] as Piece[], across: [] as Piece[] }
  for (const piece of pieces) sides[stands(piece, gutter)].push(piece)
  const [fewer, more] = [sides.left, sides.right].sort((a, b) => a.length - b.length)
  if (!fewer || !more || fewer.length < least.lines) return false
  if (sides.across.length > (fewer.length + more.length) * mostAcross) return false
  const halfGap = (gap.end - gap.start) / 2
  if (isText(sides.left, gutter - halfGap - left) && isText(sides.right, right - gutter - halfGap))
    return true
  const heights = new Set(more.flatMap(({ y }) => [Math.round(y) - 1, Math.round(y), Math.round(y) + 1]))
  const aligned = fewer.filter(({ y }) => heights.has(Math.round(y))).length
  return aligned < fewer.length * mostAligned && isWordy(fewer) && isWordy(more)
}

/** Weighed by letters: the labels of a figure are many and say little. */
const isWordy = (side: readonly Piece[]): boolean =>
  shareOf(side, ({ text }) => text.length >= least.characters) >= least.share

const isText = (side: readonly Piece[], width: number): boolean =>
  shareOf(
    side,
    ({ text, left, right }) => text.length >= least.characters && right - left >= width * least.fill,
  ) >= least.share

const isRightToLeft = (pieces: readonly Piece[]): boolean =>
  shareOf(pieces, (piece) => piece.isRightToLeft) > 0.5

function shareOf(side: readonly Piece[], isSo: (piece: Piece) => boolean): number {
  const letters = (pieces: readonly Piece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0)
  return letters(side.filter(isSo)) / letters(side)
}

export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5)

function quantileOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
