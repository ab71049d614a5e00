import type { Element, ElementContent } from 'hast'

/** The texts of a table, row by row, the head first. */
export function tableCells(table: Element): string[][] {
  return rowsOf(table).map((row) => row.children.filter(isElement).map((cell) => textOf(cell).trim()))
}

/** Rows of head and body in order. */
export function rowsOf(table: Element): Element[] {
  return table.children.filter(isElement).flatMap((part) => part.children.filter(isElement))
}

/** RFC 4180; what a spreadsheet would run as a formula becomes text. */
export function toCsv(rows: string[][]): string {
  const field = (text: string) => {
    const inert = /^[=+\-@\t\r]/u.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
    return /[",\n\r]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
  }
  return rows.map((row) => row.map(field).join(',')).join('\r\n')
}

/** A GitHub table. */
export function toMarkdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

const isElement = (node: ElementContent | Element['children'][number]): node is Element =>
  node.type === 'element'

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return '\n'
  if (node.data?.part?.part === 'math') return node.data.part.formula
  if (node.tagName === 'img') return String(node.properties.alt ?? '')
  return node.children.map(textOf).join('')
}
