import { type TableRun, variablesOf } from '@atrium/contract'

/** The variables of a table's question, as written in its text. */
export const shownVariables = (table: TableRun | undefined): string =>
  (table?.values ?? []).map(({ variable }) => `#{${variable}}#`).join(' ')

/** Whether a question has exactly the variables that the table fills. */
export function hasVariablesOf(text: string, table: TableRun | undefined): boolean {
  if (!table) return true
  const names = new Set(variablesOf(text).map(({ name }) => name))
  return names.size === table.values.length && table.values.every(({ variable }) => names.has(variable))
}
