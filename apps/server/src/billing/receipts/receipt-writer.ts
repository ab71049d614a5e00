import type PDFDocument from 'pdfkit'
import createBidi from 'bidi-js'
import { fontFileOf } from './receipt-fonts.ts'

const bidi = createBidi()

export type Write = (
  text: string,
  x: number,
  y: number,
  width: number,
  size: number,
  color: string,
  align?: 'start' | 'end',
) => number

/** Text of one direction and one font. */
type Run = { text: string; font: string; level: number }

/** Shapes whole runs at once. Shaped word by word, which is the default, Arabic words would be placed from left to right. */
const shaping = { features: ['liga'], lineBreak: false, baseline: 'alphabetic' } as const
const lineHeight = 1.25

/**
 * Returns a function that writes text within a width and returns the vertical position below it. From right to left, positions
 * and sides are mirrored. Each line is ordered by the Unicode Bidirectional Algorithm (UAX #9).
 */
export function receiptWriter(page: PDFDocument, { isRightToLeft }: { isRightToLeft: boolean }): Write {
  const widthOf = (text: string, size: number) =>
    runsOf(text).reduce((sum, run) => sum + runWidth(page, run, size), 0)
  return (text, x, y, width, size, color, align = 'start') => {
    let top = y
    for (const line of wrap(text, (part) => widthOf(part, size) <= width)) {
      const lineWidth = widthOf(line, size)
      const isRight = (align === 'end') !== isRightToLeft
      const left = isRightToLeft ? page.page.width - x - width : x
      let at = isRight ? left + width - lineWidth : left
      for (const run of visualOrder(runsOf(line))) {
        page
          .font(run.font)
          .fillColor(color)
          .fontSize(size)
          .text(run.text, at, top + size * 0.93, shaping)
        at += runWidth(page, run, size)
      }
      top += size * lineHeight
    }
    return top
  }
}

const runWidth = (page: PDFDocument, run: Run, size: number) =>
  page.font(run.font).fontSize(size).widthOfString(run.text, shaping)

/** Breaks text between words, and within a word or Chinese text that is too long for a line. */
function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    const pieces = fits(segment) ? [segment] : segment
    for (const piece of pieces)
      if (line === '' || fits(`${line}${piece}`.trimEnd())) line += piece
      else {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
}

/** A value within a sentence of another direction. */
export const isolated = (value: string) => `\u2068${value}\u2069`
const isolates = /[\u2068\u2069]/u

/** The runs of a line; its direction is that of its first letter, so that addresses and amounts keep their order. */
function runsOf(line: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'auto')
  const runs: Run[] = []
  let index = 0
  for (const character of line) {
    const level = levels[index] ?? 0
    index += character.length
    if (isolates.test(character)) continue
    const font = fontFileOf(character)
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character
    const last = runs.at(-1)
    if (last?.level === level && last.font === font) last.text += shown
    else runs.push({ text: shown, font, level })
  }
  return runs.map((run) => (isReversedByHand(run) ? { ...run, text: [...run.text].reverse().join('') } : run))
}

/** The font's shaping reverses text of right-to-left scripts, but not signs alone. */
const isReversedByHand = ({ text, level }: Run) =>
  level % 2 === 1 && !/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

/** Rule L2: reverses each sequence of runs from the highest level down to the lowest odd one. */
function visualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
        start = end
      }
    }
  return ordered
}
