import type { Piece } from './pieces-of.ts'

/** Minimum width of a gutter, in font sizes. */
const gutterWidth = 0.7
/** Maximum share of lines that cross a gutter (titles, wide tables). */
const maxShareAcross = 0.4
/** A column needs this many lines; this share of its letters in lines this long that fill it this far. */
const least = { lines: 4, characters: 16, fill: 0.5, share: 0.6 }
/** Share of runs that may be outside of columns, such as a footer. */
const outliers = 0.04
/** Above this share of lines at equal height on both sides, they are the rows of a table, unless they are long. */
const maxShareAligned = 0.5

/**
 * Splits horizontal runs into parts in reading order: a gutter separates two columns, crossed by titles and wide tables. Keeps
 * table cells together. Splits columns recursively.
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

/** The short last line of a full-width paragraph: nothing beside it, and directly below the others. */
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

/** Right-to-left text begins in the right column. */
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

/** Finds the gutter between two columns; null without one. */
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

/** Counts the runs that a vertical line crosses at each position. */
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

/** The widest gap, away from both sides, with the fewest runs; null when these are too many. */
function widestGap(cover: readonly number[], count: number): { start: number; end: number } | null {
  const from = Math.floor(cover.length * 0.12)
  const to = Math.ceil(cover.length * 0.88)
  const fewest = Math.min(...cover.slice(from, to))
  if (!Number.isFinite(fewest) || fewest > count * maxShareAcross) return null
  // The page number may be in the gutter.
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
  if (sides.across.length > (fewer.length + more.length) * maxShareAcross) return false
  const halfGap = (gap.end - gap.start) / 2
  if (isText(sides.left, gutter - halfGap - left) && isText(sides.right, right - gutter - halfGap))
    return true
  const heights = new Set(more.flatMap(({ y }) => [Math.round(y) - 1, Math.round(y), Math.round(y) + 1]))
  const aligned = fewer.filter(({ y }) => heights.has(Math.round(y))).length
  return aligned < fewer.length * maxShareAligned && isWordy(fewer) && isWordy(more)
}

/** Weighted by letters: labels of a figure are many and short. */
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
