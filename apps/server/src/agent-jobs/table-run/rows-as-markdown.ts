import { limits } from '@atrium/contract'
import type { TableRun } from '@atrium/contract'
import { rowsOf, type RowsState } from './rows-state.ts'

/** Columns that the answer shows beside the answers: those that the question uses come first. */
const maxColumns = 6
const maxCellCharacters = 200
const maxAnswerCharacters = 1_500

/** The answered rows as a Markdown table, up to a maximum: in columns that fit, with long cells cut. Empty when no row is answered. */
export function rowsAsMarkdown(run: TableRun, state: RowsState): string {
  const { table } = state
  const answered = rowsOf(state).filter(({ output }) => output?.answer)
  if (!table || answered.length === 0) return ''
  const used = new Set(run.values.flatMap(({ from }) => (from.kind === 'column' ? [from.column] : [])))
  const shown = [...used, ...table.headers.keys()]
    .filter((column, index, all) => column < table.headers.length && all.indexOf(column) === index)
    .slice(0, maxColumns)
    .toSorted((one, other) => one - other)
  const head = ['#', ...shown.map((column) => inCell(table.headers[column] ?? '')), inCell(run.answerHeader)]
  const lines = answered
    .slice(0, limits.tableRunRowsShown)
    .map(({ number, cells, output }) => [
      String(number),
      ...shown.map((column) => inCell(cells[column] ?? '')),
      inCell(output?.answer ?? '', { max: maxAnswerCharacters, isMarkdown: true }),
    ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What a cell can't hold: headings, fences, formulas and tables. */
const blocks = /^\s*(?:#{1,6}\s|```|~~~|\$\$|\|)/m

/** A text as one cell. Escapes values of the file, and answers with blocks; keeps line breaks of answers. */
export function inCell(text: string, { max = maxCellCharacters, isMarkdown = false } = {}): string {
  const cut = text.length > max ? `${text.slice(0, max).toWellFormed().trimEnd()}…` : text
  const written = isMarkdown && !blocks.test(cut) ? cut : cut.replaceAll(/[\\`*_[<>~#$&]/g, String.raw`\$&`)
  return written
    .trim()
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*(?:\r\n?|\n)\s*/g, isMarkdown ? '<br>' : ' ')
    .replaceAll(/[\t\u2028\u2029]+/g, ' ')
}
