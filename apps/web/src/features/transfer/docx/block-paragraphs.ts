import {
  AlignmentType,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { List, ListItem, Nodes, PhrasingContent, RootContent, Table as TableNode } from 'mdast'
import { isRightToLeft } from '../text-direction.ts'
import type { DocumentNotes } from './document-notes.ts'
import { inlineRuns, writable } from './inline-runs.ts'

type Block = Paragraph | Table

/** The context of a block: its depth in lists and quotes, and the marker of its first paragraph. */
type Place = { depth: number; quotes: number; marker?: IParagraphOptions; prefix?: string }

const ground: Place = { depth: 0, quotes: 0 }
const indentTwips = 400
const deepestList = 8

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

/** The blocks of a text as paragraphs and tables; its headings are `headingsBelow` levels below the document's own. */
export function blockParagraphs(
  nodes: readonly RootContent[],
  notes: DocumentNotes,
  { headingsBelow = 0 }: { headingsBelow?: number } = {},
): Block[] {
  return nodes.flatMap((node) => paragraphsOf(node, ground, notes, headingsBelow))
}

function paragraphsOf(node: RootContent, place: Place, notes: DocumentNotes, headingsBelow: number): Block[] {
  switch (node.type) {
    case 'paragraph':
      return [wordsIn(node.children, place, notes)]
    case 'heading': {
      const heading = headings[Math.min(node.depth + headingsBelow, headings.length) - 1]
      return [wordsIn(node.children, place, notes, { ...(heading && { heading }) })]
    }
    case 'list':
      return listItems(node, place, notes, headingsBelow)
    case 'blockquote':
      return node.children.flatMap((child) =>
        paragraphsOf(child, { ...place, quotes: place.quotes + 1 }, notes, headingsBelow),
      )
    case 'code':
      return [...(node.lang ? [codeLabel(node.lang, place)] : []), linesOf(node.value, 'Code', place)]
    case 'math':
      return [linesOf(node.value, 'Formula', place)]
    case 'html':
      return [linesOf(node.value, 'Code', place)]
    case 'table':
      return [tableOf(node, notes), new Paragraph({ spacing: { after: 0 } })]
    case 'thematicBreak':
      return [new Paragraph({ thematicBreak: true })]
    default:
      // Definitions are used where a reference needs them.
      return []
  }
}

function wordsIn(
  children: readonly PhrasingContent[],
  place: Place,
  notes: DocumentNotes,
  options: IParagraphOptions = {},
): Paragraph {
  const rightToLeft = isRightToLeft(children.map((child) => textOf(child)).join(' '))
  const runs = inlineRuns(children, { isRightToLeft: rightToLeft }, notes)
  return new Paragraph({
    ...layoutOf(place),
    ...options,
    ...(rightToLeft && { bidirectional: true }),
    children: place.prefix === undefined ? runs : [new TextRun(place.prefix), ...runs],
  })
}

const layoutOf = ({ depth, quotes, marker }: Place): IParagraphOptions => ({
  ...(quotes > 0 && { style: 'Quote' }),
  ...(depth + quotes > 0 && { indent: { left: (depth + quotes) * indentTwips } }),
  ...marker,
})

/** The text of a node, which determines its direction. */
const textOf = (node: Nodes): string =>
  'value' in node
    ? node.value
    : 'children' in node
      ? node.children.map((child) => textOf(child)).join('')
      : ''

function listItems(list: List, place: Place, notes: DocumentNotes, headingsBelow: number): Block[] {
  const level = Math.min(place.depth, deepestList)
  const numbering = list.ordered
    ? { numbering: { ...notes.newList(list.start ?? 1), level } }
    : { bullet: { level } }
  return list.children.flatMap((item) =>
    itemParagraphs(item, { ...place, depth: place.depth + 1 }, numbering, notes, headingsBelow),
  )
}

/** The first paragraph has the item's marker; the following ones are indented below it. */
function itemParagraphs(
  item: ListItem,
  inside: Place,
  numbering: IParagraphOptions,
  notes: DocumentNotes,
  headingsBelow: number,
): Block[] {
  const isTask = typeof item.checked === 'boolean'
  const first: Place = isTask
    ? { ...inside, prefix: item.checked ? '☒ ' : '☐ ' }
    : { ...inside, marker: { ...numbering, indent: undefined } }
  const { marker: _marker, prefix: _prefix, ...below } = inside
  const [opening, ...others] = item.children
  if (opening?.type !== 'paragraph')
    return [
      wordsIn([], first, notes),
      ...item.children.flatMap((child) => paragraphsOf(child, below, notes, headingsBelow)),
    ]
  return [
    wordsIn(opening.children, first, notes),
    ...others.flatMap((child) => paragraphsOf(child, below, notes, headingsBelow)),
  ]
}

const codeLabel = (language: string, place: Place): Paragraph =>
  new Paragraph({ ...layoutOf(place), style: 'CodeLabel', keepNext: true, text: writable(language) })

/** Text that keeps its lines, from left to right. */
function linesOf(value: string, style: 'Code' | 'Formula', place: Place): Paragraph {
  const children = value
    .split('\n')
    .map((line, index) => new TextRun({ text: writable(line), ...(index > 0 && { break: 1 }) }))
  return new Paragraph({ ...layoutOf(place), style, children })
}

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT }

function tableOf({ children: rows, align }: TableNode, notes: DocumentNotes): Table {
  const columns = Math.max(1, ...rows.map(({ children }) => children.length))
  const isMirrored = isRightToLeft(rows[0]?.children.map((cell) => textOf(cell)).join(' ') ?? '')
  const cellOf = (children: readonly PhrasingContent[], column: number, isHead: boolean) => {
    const alignment = align?.[column]
    const paragraph = wordsIn(
      isHead ? [{ type: 'strong', children: [...children] }] : children,
      ground,
      notes,
      { spacing: { after: 40, before: 40 }, ...(alignment && { alignment: alignments[alignment] }) },
    )
    return new TableCell({ children: [paragraph], ...(isHead && { shading: { fill: 'F3F1EC' } }) })
  }
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isMirrored,
    rows: rows.map(
      (row, index) =>
        new TableRow({
          tableHeader: index === 0,
          cantSplit: true,
          children: Array.from({ length: columns }, (_, column) =>
            cellOf(row.children[column]?.children ?? [], column, index === 0),
          ),
        }),
    ),
  })
}
