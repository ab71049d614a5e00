import type { PromptVariable, TableRunValue } from '@atrium/contract'
import { lettersOf } from '../../lib/letters.ts'

type Value = TableRunValue['from']

const plain = (name: string): string => lettersOf(name).letters

/**
 * Returns where each variable of a template gets its value: as chosen; else from the column of the same name, ignoring case and
 * spaces; else from the first column that no other variable uses. Null for a table without columns.
 */
export function mapColumns(
  variables: readonly Pick<PromptVariable, 'name'>[],
  headers: readonly string[],
  chosen: Readonly<Record<string, Value>>,
): (TableRunValue | null)[] {
  const columns = headers.map(plain)
  const named = variables.map(({ name }): Value | null => {
    const own = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    if (own && (own.kind === 'text' || own.column < headers.length)) return own
    const column = columns.indexOf(plain(name))
    return column === -1 ? null : { kind: 'column', column }
  })
  const used = new Set(named.flatMap((value) => (value?.kind === 'column' ? [value.column] : [])))
  return variables.map(({ name }, index) => {
    const known = named[index]
    if (known) return { variable: name, from: known }
    const free = [...headers.keys()].find((column) => !used.has(column)) ?? 0
    if (headers.length === 0) return null
    used.add(free)
    return { variable: name, from: { kind: 'column', column: free } }
  })
}

/** The values for a row, by variable. */
export const valuesOfRow = (
  values: readonly TableRunValue[],
  cells: readonly string[],
): Map<string, string> =>
  new Map(
    values.map(({ variable, from }) => [
      variable,
      from.kind === 'text' ? from.text : (cells[from.column] ?? ''),
    ]),
  )

/** The average number of tokens that the values take in one question. */
export const tokensOfRow = (
  values: readonly TableRunValue[],
  columns: readonly { tokensPerCell: number }[],
): number =>
  values.reduce(
    (sum, { from }) =>
      sum + (from.kind === 'column' ? (columns[from.column]?.tokensPerCell ?? 0) : from.text.length / 4),
    0,
  )
