/** A text run on a page; lengths in points, from the upper left corner of the page as displayed. */
export type Piece = {
  text: string
  /** Left and right ends. */
  left: number
  right: number
  /** Of its baseline, from the top. */
  y: number
  /** Font size. */
  size: number
  /** Whether the text is horizontal; other text is read in the file's order. */
  isLevel: boolean
  isRightToLeft: boolean
}

type Item = {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}
type Content = { items: readonly (Item | { type: string })[]; styles: Record<string, { vertical?: boolean }> }

/** Minimum gap between two items that counts as a space, in font sizes. */
const blankWidth = 0.17
/** Minimum gap to another column or cell. */
const gapWidth = 1.1

/** Returns the runs of a page in the file's order, joining consecutive items of a line. */
export function piecesOf(content: Content, view: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  let isEnded = true
  for (const item of content.items) {
    if (!('str' in item)) continue
    const piece = pieceOf(item, view, content.styles[item.fontName]?.vertical ?? false)
    const before = pieces.at(-1)
    if (piece.text !== '') {
      if (before && !isEnded && follows(before, piece)) join(before, piece)
      else pieces.push(piece)
      isEnded = false
    }
    if (item.hasEOL) isEnded = !piece.isLevel || isEnded
  }
  return pieces.filter(({ text }) => text.trim() !== '')
}

/** Letters as typed, instead of contextual forms (Arabic) or ligatures (ﬁ). */
const plainLetters = (text: string): string =>
  text.replace(/[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]/g, (shape) => shape.normalize('NFKC'))

function pieceOf(
  { str, dir, transform, width, height }: Item,
  view: readonly number[],
  isVertical: boolean,
): Piece {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = view
  const x = va * e + vc * f + ve
  const y = vb * e + vd * f + vf
  const along = [va * a + vc * b, vb * a + vd * b]
  const isLevel = !isVertical && Math.abs(along[1] ?? 0) < 0.1 * Math.abs(along[0] ?? 0)
  const size = Math.hypot(c, d) || height || 1
  const isMirrored = isLevel && (along[0] ?? 0) < 0
  return {
    text: plainLetters(str),
    left: isMirrored ? x - width : x,
    right: isMirrored ? x : x + (isLevel ? width : size),
    y,
    size,
    isLevel,
    isRightToLeft: dir === 'rtl',
  }
}

/** Whether a run continues another, on the same line and in the same direction. */
function follows(before: Piece, next: Piece): boolean {
  if (before.isLevel !== next.isLevel) return false
  const size = Math.max(before.size, next.size)
  if (!next.isLevel) return Math.abs(before.left - next.left) < size * 0.5
  if (Math.abs(before.y - next.y) > size * 0.45) return false
  if (hasLetters(before) && hasLetters(next) && before.isRightToLeft !== next.isRightToLeft) return false
  const gap = gapBetween(before, next)
  return gap > -size * 0.6 && gap < Math.min(before.size, next.size) * gapWidth
}

const hasLetters = ({ text }: Piece): boolean => /\p{L}/u.test(text)
const isRightToLeft = (before: Piece, next: Piece): boolean => before.isRightToLeft || next.isRightToLeft

/** Some programs store right-to-left text in logical order, others in visual order from the left. */
function isOnTheLeft(before: Piece, next: Piece): boolean {
  return isRightToLeft(before, next) && next.left + next.right < before.left + before.right
}

const gapBetween = (before: Piece, next: Piece): number =>
  isOnTheLeft(before, next) ? before.left - next.right : next.left - before.right

function join(before: Piece, next: Piece): void {
  const isApart = next.isLevel && gapBetween(before, next) > Math.min(before.size, next.size) * blankWidth
  const isFirst = isRightToLeft(before, next) && !isOnTheLeft(before, next)
  const [first, second] = isFirst ? [next.text, before.text] : [before.text, next.text]
  const blank = isApart && !/\s$/.test(first) && !/^\s/.test(second) ? ' ' : ''
  // Superscripts and subscripts don't change their line.
  if (next.text.trim().length > before.text.trim().length) {
    before.size = next.size
    before.y = next.y
  }
  before.text = first + blank + second
  before.left = Math.min(before.left, next.left)
  before.right = Math.max(before.right, next.right)
  before.isRightToLeft ||= next.isRightToLeft
}
