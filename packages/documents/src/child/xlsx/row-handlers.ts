import { numberText } from '../number-text.ts'
import type { SheetRow } from '../sheet.ts'
import type { Attributes, XmlHandlers } from '../xml.ts'

type Context = {
  strings: readonly string[]
  /** Formats of numbers by style. */
  formats: readonly string[]
  is1904: boolean
}
type Cell = { column: number; type: string; style: number; value: string }

const lastColumn = 16_383

/** Handles the rows of a sheet (18.3.1), as displayed texts. */
export function rowHandlers(make: (row: SheetRow) => void, context: Context): XmlHandlers {
  let row = 0
  let cells: string[] = []
  let cell: Cell = cellOf({}, -1)
  let isValue = false
  let isPhonetic = false

  function endRow(): void {
    make({ row, cells: Array.from(cells, (one) => one ?? '') })
    cells = []
  }
  return {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes['r']) || row + 1
        cell = cellOf({}, -1)
      } else if (name === 'c') cell = cellOf(attributes, cell.column)
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'v' || name === 't') isValue = true
    },
    text(text) {
      if (isValue && !isPhonetic) cell.value += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c' && cell.column <= lastColumn) cells[cell.column] = cellText(cell, context)
      else if (name === 'row') endRow()
    },
  }
}

/** A cell without a reference follows the previous one. */
function cellOf({ r, t, s }: Attributes, before: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(r ?? '')?.[0]
  return {
    column: letters ? columnOf(letters) : before + 1,
    type: t ?? 'n',
    style: Number(s ?? 0),
    value: '',
  }
}

export const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

function cellText({ type, style, value }: Cell, { strings, formats, is1904 }: Context): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? numberText(number, formats[style] ?? '', is1904) : value
}
