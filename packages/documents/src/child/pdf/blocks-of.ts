import type { Block } from '../../block.ts'
import { columnsOf, medianOf } from './columns-of.ts'
import { joinLines } from './join-lines.ts'
import { type Line, linesOf } from './lines-of.ts'
import type { Piece } from './pieces-of.ts'

/** Characters by size, rounded to half a point: the most frequent size is body text. */
export type FontSizes = Map<number, number>

/** Headings are this much larger than body text, and no longer than this. */
const heading = { larger: 1.15, characters: 200, numberedCharacters: 90 }

/** Returns the blocks of a page in reading order. */
export function blocksOf(pieces: readonly Piece[], sizes: FontSizes): Omit<Block, 'place'>[] {
  const columns = columnsOf(pieces.filter(({ isLevel }) => isLevel)).map(linesOf)
  for (const { size, text } of columns.flat()) {
    const rounded = Math.round(size * 2) / 2
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
  }
  const [usual] = [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most), [10, 0])
  const words = columns.flatMap((lines) => lines.map(({ text }) => text)).join(' ')
  return [
    ...columns.flatMap((lines) => paragraphsOf(lines).map((paragraph) => blockOf(paragraph, usual, words))),
    ...otherwiseWritten(pieces),
  ]
}

/** Vertical and rotated text: in the file's order. */
function otherwiseWritten(pieces: readonly Piece[]): Omit<Block, 'place'>[] {
  const texts = pieces.filter(({ isLevel }) => !isLevel).map(({ text }) => text.trim())
  return texts.length === 0 ? [] : [{ kind: 'paragraph', text: texts.join('\n') }]
}

function blockOf(lines: readonly Line[], usual: number, words: string): Omit<Block, 'place'> {
  const text = joinLines(
    lines.map((line) => line.text),
    { keepsLines: lines.some(({ hasCells }) => hasCells), words },
  )
  const level = levelOf(text, lines[0]?.size ?? usual, usual)
  return level === undefined ? { kind: 'paragraph', text } : { kind: 'heading', level, text }
}

/** By size, or by number: `2.1 Method`. */
function levelOf(text: string, size: number, usual: number): number | undefined {
  if (!/\p{L}{2}/u.test(text)) return undefined
  const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u.exec(text)?.[1]
  const isShort = text.length <= heading.characters
  if (isShort && size >= usual * heading.larger) {
    if (numbered?.includes('.')) return numbered.split('.').length
    return size >= usual * 1.8 ? 1 : size >= usual * 1.4 ? 2 : 3
  }
  if (numbered && size >= usual * 0.98 && text.length <= heading.numberedCharacters && !/[.,;:]$/.test(text))
    return Math.min(numbered.split('.').length + 1, 4)
  return undefined
}

/** Groups lines into paragraphs: usual spacing, one size, no first-line indent. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const distances = lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? 0))
  const usual = medianOf(distances.filter((distance) => distance > 0))
  const left = medianOf(lines.map((line) => line.left))
  const right = Math.max(...lines.map((line) => line.right))
  const paragraphs: Line[][] = []
  for (const line of lines) {
    const paragraph = paragraphs.at(-1)
    const before = paragraph?.at(-1)
    if (paragraph && before && belongs(before, line, { usual, left, right })) paragraph.push(line)
    else paragraphs.push([line])
  }
  return paragraphs
}

function belongs(before: Line, line: Line, column: Column & { usual: number }): boolean {
  const distance = line.y - before.y
  const isNear = distance <= Math.max(column.usual * 1.3, line.size * 1.1) && distance <= line.size * 2.6
  if (!isNear || Math.abs(before.size - line.size) > line.size * 0.12) return false
  if (/^(?:[•●▪◦‣–]|\(?\d{1,2}[.)]\s|[a-z]\)\s)/.test(line.text)) return false
  const step = line.size * 0.8
  const indent = indentOf(line, column)
  const isIndented = indent > step && indentOf(before, column) < indent - step && !before.hasCells
  const isBeforeShort = missingOf(before, column) > (column.right - column.left) * 0.25
  return !isIndented && !(isBeforeShort && /[.!?:。！？؟]["”’)]?$/.test(before.text))
}

type Column = { left: number; right: number }

/** How far a line's start and end are from those of the column. */
const indentOf = (line: Line, { left, right }: Column): number =>
  line.isRightToLeft ? right - line.right : line.left - left
const missingOf = (line: Line, { left, right }: Column): number =>
  line.isRightToLeft ? line.left - left : right - line.right
