import type { OpenedPassage } from '@atrium/contract'

/** An item of a list; `depth` counts from 0. */
export type ListItem = { text: string; depth: number }

/** A block of a text as shown: plain text only. */
export type TextBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  /** `hasHeader` if the first row names the columns. */
  | { kind: 'table'; rows: string[][]; hasHeader: boolean }
  | { kind: 'code'; text: string }

const headingLine = /^(#{1,6})\s+(\S.*?)\s*#*$/u
const itemLine = /^(\s*)([-*+•‣·]|(\d{1,4})[.)])\s+(\S.*)$/u
const fence = /^\s*(?:```|~~~)/u
const rule = /^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$/u

/**
 * Splits a passage into blocks by simple rules. Headings are those of its document (`place.headings`) at the start of the
 * passage, and lines that begin with `#`; also list items, rows as `cell | cell`, fenced and indented lines. Everything else
 * is a paragraph, with its line breaks.
 */
export function blocksOf({
  text,
  place: { headings = [] },
}: Pick<OpenedPassage, 'text' | 'place'>): TextBlock[] {
  const blocks: TextBlock[] = []
  let isAtStart = true
  for (const paragraph of text.split(/\n{2,}/u)) {
    if (paragraph.trim() === '') continue
    const level: number = isAtStart ? headings.indexOf(spaced(paragraph)) : -1
    isAtStart &&= level >= 0
    if (level >= 0) blocks.push({ kind: 'heading', level: level + 1, text: spaced(paragraph) })
    else for (const block of blocksOfParagraph(paragraph)) join(blocks, block)
  }
  return blocks
}

const spaced = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/** Rows separated by an empty line are one table, and items one list. */
function join(blocks: TextBlock[], block: TextBlock): void {
  const last = blocks.at(-1)
  if (last?.kind === 'table' && block.kind === 'table' && !block.hasHeader) last.rows.push(...block.rows)
  else if (last?.kind === 'list' && block.kind === 'list' && last.isOrdered === block.isOrdered)
    last.items.push(...block.items)
  else blocks.push(block)
}

function blocksOfParagraph(paragraph: string): TextBlock[] {
  const lines = paragraph.split('\n')
  if (fence.test(lines[0] ?? '')) return [{ kind: 'code', text: withoutFences(lines) }]
  const heading = headingOf(lines)
  if (heading) return [heading, ...(lines.length > 1 ? blocksOfParagraph(lines.slice(1).join('\n')) : [])]
  const table = tableOf(lines)
  if (table) return [table]
  const first = lines.findIndex((line) => itemLine.test(line))
  if (first >= 0 && isList(lines.slice(first)))
    return [...(first > 0 ? [plain(lines.slice(0, first))] : []), listOf(lines.slice(first))]
  return [isIndented(lines) ? { kind: 'code', text: paragraph } : plain(lines)]
}

const plain = (lines: readonly string[]): TextBlock => ({ kind: 'paragraph', text: lines.join('\n') })

const withoutFences = (lines: readonly string[]): string =>
  lines.slice(1, lines.length > 1 && fence.test(lines.at(-1) ?? '') ? -1 : undefined).join('\n')

/** A `#` line followed by other ones is a comment in code, not a heading. */
function headingOf([first = '', ...others]: readonly string[]): TextBlock | null {
  const found = headingLine.exec(first)
  if (!found || others.some((line) => line.startsWith('#'))) return null
  return { kind: 'heading', level: found[1]?.length ?? 1, text: found[2] ?? '' }
}

function tableOf(lines: readonly string[]): TextBlock | null {
  const hasRule = lines.length > 1 && rule.test(lines[1] ?? '') && (lines[0]?.includes('|') ?? false)
  const rowCount = lines.filter((line) => line.includes(' | ') || isFramed(line)).length
  // Some rows may have only one cell.
  const isTable = (lines[0]?.includes(' | ') ?? false) && rowCount * 2 >= lines.length
  if (!hasRule && !isTable && rowCount < lines.length) return null
  const rows = (hasRule ? lines.filter((_, index) => index !== 1) : lines).map(cellsOf)
  return { kind: 'table', rows, hasHeader: hasRule || rows.length > 1 }
}

/** As Markdown frames a row. */
const isFramed = (line: string): boolean => /^\|.*\|\s*$/u.test(line)

const cellsOf = (line: string): string[] => {
  const cells = isFramed(line) ? line.trim().slice(1, -1).split('|') : line.split(' | ')
  return cells.map((cell) => cell.trim())
}

/** A line that starts no item continues the one above if it is indented or the list is mostly items. */
const isList = (lines: readonly string[]): boolean =>
  lines.filter((line) => itemLine.test(line)).length * 2 >= lines.length

function listOf(lines: readonly string[]): TextBlock {
  const items: ListItem[] = []
  const opening = itemLine.exec(lines[0] ?? '')
  for (const line of lines) {
    const [, indent = '', , , text = ''] = itemLine.exec(line) ?? []
    const last = items.at(-1)
    if (text !== '')
      items.push({ text, depth: Math.min(3, Math.floor(indent.replaceAll('\t', '  ').length / 2)) })
    else if (last) last.text += `\n${line.trim()}`
  }
  return {
    kind: 'list',
    isOrdered: opening?.[3] !== undefined,
    start: Number(opening?.[3] ?? 1),
    items,
  }
}

/** Lines of code or a drawing, whose spaces are significant. */
const isIndented = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.filter((line) => /^(?:\t| {2,})\S/u.test(line)).length * 3 >= lines.length
