import type { Element, ElementContent } from 'hast'

/** The texts of rows, cell by cell. */
export function cellTexts(rows: Element[]): string[][] {
  return rows.map((row) => row.children.filter(isElement).map((cell) => textOf(cell).trim()))
}

/** The header and body of a table, only with their rows. */
export function tableParts(table: Element): { head: Element; body: Element } {
  const part = (tagName: string): Element => {
    const found = table.children.filter(isElement).find((child) => child.tagName === tagName)
    const rows = found?.children.filter(isElement) ?? []
    return { type: 'element', tagName, properties: found?.properties ?? {}, children: rows }
  }
  return { head: part('thead'), body: part('tbody') }
}

/** Rows of a head or a body as `tableParts` gives them. */
export const rowsIn = (part: Element): Element[] => part.children.filter(isElement)

/** The part itself, or its first rows. */
export const firstRows = (part: Element, count: number): Element =>
  part.children.length > count ? { ...part, children: part.children.slice(0, Math.max(0, count)) } : part

/** RFC 4180; neutralizes spreadsheet formulas. */
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

const isElement = (node: ElementContent): node is Element => node.type === 'element'

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return '\n'
  if (node.data?.part?.part === 'math') return node.data.part.formula
  if (node.tagName === 'img') return String(node.properties.alt ?? '')
  return node.children.map(textOf).join('')
}
