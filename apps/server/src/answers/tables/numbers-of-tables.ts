import type { TablePart } from '@atrium/contract'
import { numbersIn } from '../sources/check-support.ts'

/**
 * Returns a test of whether a number of a text, as `numbersIn` returns it, is in a result: literally, or as a value of a result rounded
 * to the decimals of the text. Numbers of rows and of texts in the results count, too.
 */
export function numbersOfTables(
  tables: readonly Pick<TablePart, 'rows' | 'rowCount' | 'state'>[],
): (number: string) => boolean {
  const literal = new Set<string>()
  const values: number[] = []
  for (const { rows, rowCount, state } of tables) {
    if (state !== 'done') continue
    literal.add(String(rowCount))
    for (const cell of rows.flat())
      if (typeof cell === 'number') values.push(Math.abs(cell))
      else if (typeof cell === 'string')
        for (const number of numbersIn(cell)) literal.add(number).add(number.replace(/^0+(?=\d)/, ''))
  }
  return (number) =>
    literal.has(number) ||
    readings(number).some(({ value, decimals }) => values.some((known) => isRounded(known, value, decimals)))
}

/** As rounded to these decimals; numbers without decimals may be rounded from any. */
const isRounded = (known: number, value: number, decimals: number): boolean =>
  Math.abs(known - value) <= 0.5 * 10 ** -decimals + Math.abs(known) * 1e-12

/** The possible readings of a number: the last separator marks decimals, and three digits after one may also be a group. */
function readings(number: string): { value: number; decimals: number }[] {
  const parts = number.split('.')
  const last = parts.at(-1) ?? ''
  const whole = { value: Number(parts.join('')), decimals: 0 }
  if (parts.length === 1)
    return [whole, ...(number.length > 3 ? [{ value: Number(number) / 1_000, decimals: 3 }] : [])]
  return [{ value: Number(`${parts.slice(0, -1).join('')}.${last}`), decimals: last.length }]
}
