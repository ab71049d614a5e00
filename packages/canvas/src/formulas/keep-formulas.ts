import type { JSONContent } from '@tiptap/core'
import { formulaNode, formulaOf } from './formula-node.ts'
import { formulasInText, type Formula, formulaText } from './formula-syntax.ts'

// Private use characters, which no Markdown means.
const [before, after] = ['\u{F0000}', '\u{F0001}']
const placeholders = new RegExp(`${before}(\\d+)${after}`, 'gu')
/** Placeholder of a bar in a cell, as long as the escaped bar: the serializer pads columns. */
const bar = '\u{F0002}'

/**
 * Serializes a document to Markdown with the sources of its formulas as they are, which the serializer would escape: of its nodes, and
 * of formulas that are text, as canvases had them before and as people write them. Escapes bars in cells, which the serializer does not.
 */
export function withFormulas(document: JSONContent, serialize: (document: JSONContent) => string): string {
  const kept: string[] = []
  // The serializer indents and quotes line by line.
  const keep = (source: string): string =>
    source
      .split('\n')
      .map((line) => `${before}${kept.push(line) - 1}${after}`)
      .join('\n')
  return serialize(mapTexts(document, keep, { isInTable: false, isTop: true }))
    .replaceAll(placeholders, (placeholder, index: string) => kept[Number(index)] ?? placeholder)
    .replaceAll(bar, String.raw`\|`)
}

type Place = { isInTable: boolean; isTop: boolean }
type Keep = (source: string) => string
type Mark = NonNullable<JSONContent['marks']>[number]

/** Replaces the formulas of a document, except in code, and the bars in its cells. */
function mapTexts(node: JSONContent, keep: Keep, place: Place): JSONContent {
  const { type, content } = node
  if (type === 'codeBlock' || !content) return node
  const isInTable = place.isInTable || type === 'table'
  const isAlone = content.length === 1 && type === 'paragraph' && !isInTable
  return {
    ...node,
    content: content.flatMap((child, index) => {
      const [previous, next] = [content[index - 1], content[index + 1]]
      if (child.type === formulaNode)
        return nodeAsText(formulaOf(child.attrs), keep, {
          previous,
          next,
          isAlone,
          isInTable,
          isTop: place.isTop,
        })
      if (child.type !== 'text') return mapTexts(child, keep, { isInTable, isTop: type === 'doc' })
      const { text = '', marks = [] } = child
      const isCode = marks.some((mark) => mark.type === 'code')
      if (isCode) return isInTable ? codeInCell(child) : child
      const hasNode = content.some((sibling) => sibling.type === formulaNode)
      const written = textWithFormulas(text, isInTable ? (source) => keep(inCell(source)) : keep, hasNode)
      return isInTable
        ? { ...child, text: written.replaceAll('|', bar), marks: marks.map(markInCell) }
        : { ...child, text: written }
    }),
  }
}

/** Code with its bars escaped. A bar after a backslash, for which Markdown has no escape in a cell, is not code. */
const codeInCell = (code: JSONContent): JSONContent[] =>
  (code.text ?? '').split(/(?<=\\)(\|)/u).flatMap((part, index) => {
    const isBar = index % 2 === 1
    const text = part.replaceAll('|', bar)
    const marks = code.marks?.filter(({ type }) => type !== 'code')
    return part === '' ? [] : { ...code, text, ...(isBar && { marks }) }
  })

/** A link's address with its bars percent-encoded, which addresses should have anyway. */
const markInCell = (mark: Mark): Mark => {
  const href: unknown = mark.attrs?.['href']
  return typeof href === 'string'
    ? { ...mark, attrs: { ...mark.attrs, href: href.replaceAll('|', '%7C') } }
    : mark
}

/** Returns the source of a formula for a cell: bars are escaped, the command of a double bar is written out. */
const inCell = (source: string): string =>
  source.replaceAll(/\\[^]|\|/gu, (sign) => (sign === '|' ? '\\|' : sign === '\\|' ? '\\Vert ' : sign))

/** Beside a formula, a dollar of the text is escaped: it could be taken for the beginning or the end of one. */
function textWithFormulas(text: string, keep: Keep, hasNode: boolean): string {
  const plain = (part: string) => (hasNode ? part.replaceAll('$', () => keep('\\$')) : part)
  let at = 0
  let result = ''
  for (const found of text.matchAll(formulasInText())) {
    result += plain(text.slice(at, found.index)) + keep(found[0])
    at = found.index + found[0].length
  }
  return result + plain(text.slice(at))
}

type Beside = Place & { previous?: JSONContent | undefined; next?: JSONContent | undefined; isAlone: boolean }

function nodeAsText(formula: Formula, keep: Keep, beside: Beside): JSONContent {
  const { previous, next, isAlone, isTop, isInTable } = beside
  const { source, isDisplay } = formula
  // In a cell, bars are escaped, and formulas have a single line.
  const written = isInTable ? inCell(source).replaceAll('\n', ' ') : source
  const isBlock = isDisplay && isAlone && (isTop || written.includes('\n'))
  // A dollar that is followed by a digit or another dollar does not end a formula.
  const isTight = next?.type === formulaNode || (next?.type === 'text' && /^[\d$]/u.test(next.text ?? ''))
  const text =
    source === ''
      ? ''
      : isBlock
        ? `$$\n${written}\n$$`
        : isTight && !isDisplay
          ? `\\(${written}\\)`
          : formulaText({ source: written, isDisplay })
  // Emphasis continues through a formula.
  const marks = previous?.marks?.filter((mark) =>
    next?.marks?.some((other) => other.type === mark.type && mark.type !== 'link' && mark.type !== 'code'),
  )
  return { type: 'text', text: keep(text), ...(marks && marks.length > 0 && { marks }) }
}
