import { expect, test } from 'vitest'
import { blocksOf } from './blocks-of.ts'
import { piecesOf } from './pieces-of.ts'

const view = [1, 0, 0, -1, 0, 800]
type Shown = { text: string; x: number; y: number; size?: number; width?: number; dir?: string }

/** An item as the library returns it; `y` from the top, letters half as wide as high by default. */
const item = ({ text, x, y, size = 10, width = text.length * size * 0.5, dir = 'ltr' }: Shown) => ({
  str: text,
  dir,
  transform: [size, 0, 0, size, x, 800 - y],
  width,
  height: size,
  fontName: 'f',
  hasEOL: false,
})
const blocks = (...shown: Shown[]) =>
  blocksOf(piecesOf({ items: shown.map(item), styles: {} }, view), new Map())
const texts = (...shown: Shown[]) => blocks(...shown).map(({ text }) => text)

const words = (side: string, row: number) => `${side} column goes on with line ${row} of its text,`
const rows = [1, 2, 3, 4, 5, 6]

test('KB-07 two columns are read in sequence, below their title, in any file order', () => {
  const title = { text: 'What both of the columns below are all about, in one line', x: 120, y: 60, size: 14 }
  const lines = rows.flatMap((row) => [
    { text: words('Left', row), x: 50, y: 80 + row * 12, width: 240 },
    { text: words('Right', row), x: 310, y: 80 + row * 12, width: 240 },
  ])
  expect(texts(title, ...lines)).toEqual([
    title.text,
    rows.map((row) => words('Left', row)).join(' '),
    rows.map((row) => words('Right', row)).join(' '),
  ])
})

test('KB-07 the rows of a table stay together', () => {
  const lines = rows.flatMap((row) => [
    { text: `Costs of the department ${row}`, x: 50, y: row * 12, width: 150 },
    { text: `${row}00.00`, x: 400, y: row * 12, width: 40 },
  ])
  expect(
    texts(...lines)
      .join('\n')
      .split('\n'),
  ).toEqual(rows.map((row) => `Costs of the department ${row} ${row}00.00`))
})

test('KB-07 Arabic is read from the right, in letters as they are typed, however it was stored', () => {
  const glyphs = [...'\uFEE2\uFEE0\uFECC\uFEE3'].map((text, index) => ({
    text,
    x: 100 + index * 5,
    y: 50,
    width: 5,
    dir: 'rtl',
  }))
  expect(texts(...glyphs)).toEqual(['معلم'])
  expect(texts(...glyphs.toReversed())).toEqual(['معلم'])
})

test('KB-07 individually placed letters form words; a visible gap is a space', () => {
  const letters = [...'stay here'].map((text, index) => ({ text, x: 50 + index * 5, y: 50, width: 5 }))
  expect(texts(...letters.filter(({ text }) => text !== ' '))).toEqual(['stay here'])
})

test('KB-07 text larger than body text is a heading', () => {
  const lines = rows.map((row) => ({ text: words('One', row), x: 50, y: 100 + row * 12 }))
  expect(blocks({ text: 'Holidays', x: 50, y: 80, size: 20 }, ...lines)[0]).toEqual({
    kind: 'heading',
    level: 1,
    text: 'Holidays',
  })
})
