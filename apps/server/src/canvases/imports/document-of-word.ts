import { formulaNode, isAllowedLink, tidySource } from '@atrium/canvas'
import type { WordBlock, WordParagraph, WordRun } from '@atrium/documents'
import type { JSONContent } from '@tiptap/core'

/** Twentieths of a point by which an exported canvas indents each depth of lists and quotes. */
const indentStep = 400
const maxHeadingLevel = 4
const maxQuotes = 8

/** A list that the next item may continue. Indents compare lists and the paragraphs that belong to their items. */
type OpenList = { indent: number; type: string; id: string; items: JSONContent[] }

/**
 * Converts the blocks of a Word document to the document of a canvas. Lists nest by depth; paragraphs below an item that are indented like
 * it belong to it. A title that is the canvas' own is left out, since the canvas shows it above the text.
 */
export function documentOfWord(blocks: readonly WordBlock[], title: string): JSONContent {
  const content: JSONContent[] = []
  let lists: OpenList[] = []
  let isInQuote = false
  let language: string | null = null
  /** The code block that the next paragraph continues; null after one with several lines, as in exported canvases, which is complete. */
  let code: JSONContent | null = null

  /** Ends the lists that a block of this indent is not part of. Returns the content that it goes into. */
  function contentAt(indent: number, root: JSONContent[]): JSONContent[] {
    lists = indent > 0 ? lists.filter((list) => list.indent <= indent) : []
    return lists.at(-1)?.items.at(-1)?.content ?? root
  }
  function addItem(paragraph: WordParagraph, task: boolean | null): void {
    const isQuoted = paragraph.role === 'quote'
    if (isQuoted !== isInQuote) lists = []
    isInQuote = isQuoted
    const { item, indent: given } = paragraph
    const indent = item ? (item.depth + 1) * indentStep : given
    const isOrdered = item !== undefined && item.number !== null && task === null
    const type = task !== null ? 'taskList' : isOrdered ? 'orderedList' : 'bulletList'
    const id = task !== null ? '' : (item?.id ?? '')
    lists = lists.filter(
      (list) => list.indent < indent || (list.indent === indent && list.type === type && list.id === id),
    )
    let list = lists.at(-1)
    if (list?.indent !== indent) {
      const inside = list?.items.at(-1)?.content ?? (isQuoted ? quoteIn(content, 1) : content)
      list = { indent, type, id, items: [] }
      inside.push({ type, content: list.items, ...(isOrdered && { attrs: { start: item.number } }) })
      lists.push(list)
    }
    const runs = task === null ? paragraph.runs : withoutBox(paragraph.runs)
    const words = { type: 'paragraph', content: inline(runs) }
    list.items.push(
      task === null
        ? { type: 'listItem', content: [words] }
        : { type: 'taskItem', attrs: { checked: task }, content: [words] },
    )
  }
  function addCode({ indent, runs }: WordParagraph): void {
    const text = textOf(runs)
    const isWhole = text.includes('\n')
    if (code && language === null && !isWhole) {
      code.content = [{ type: 'text', text: `${code.content?.[0]?.text ?? ''}\n${text}` }]
      return
    }
    code = { type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] }
    contentAt(indent, content).push(code)
    if (isWhole) code = null
  }
  function addQuote({ indent, runs }: WordParagraph): void {
    const inside = contentAt(indent - indentStep, content)
    const quotes = Math.round(indent / indentStep) - lists.length
    quoteIn(inside, Math.min(maxQuotes, Math.max(1, quotes))).push({
      type: 'paragraph',
      content: inline(runs),
    })
  }
  function addParagraph(paragraph: WordParagraph): void {
    const { role, indent, runs, level = 1 } = paragraph
    const task = taskOf(paragraph)
    if (paragraph.item || task !== null) return addItem(paragraph, task)
    if (role === 'quote') return addQuote(paragraph)
    if (role === 'code') return addCode(paragraph)
    if (role === 'title' && content.length === 0 && isSameTitle(textOf(runs), title)) return
    if (role === 'heading' || role === 'title') {
      lists = []
      const attrs = { level: Math.min(level, maxHeadingLevel) }
      content.push({ type: 'heading', attrs, content: inline(runs) })
    } else if (role === 'rule') contentAt(0, content).push({ type: 'horizontalRule' })
    else if (role === 'formula')
      contentAt(indent, content).push({ type: 'paragraph', content: [formula(textOf(runs), true)] })
    else contentAt(indent, content).push({ type: 'paragraph', content: inline(runs) })
  }
  for (const block of blocks) {
    const isLabel = block.kind === 'paragraph' && block.role === 'codeLabel'
    const label = isLabel ? textOf(block.runs).trim() : ''
    if (block.kind === 'table') {
      lists = []
      content.push(tableOf(block.rows))
    } else if (/^[\w+#.-]{1,40}$/.test(label)) {
      language = label
      continue
    } else addParagraph(block)
    if (block.kind !== 'paragraph' || block.role !== 'code') code = null
    language = null
  }
  return { type: 'doc', content: content.map(withoutEmptyCode).filter((block) => block !== null) }
}

/** Returns the content of the quote at the end, this deep. */
function quoteIn(content: JSONContent[], depth: number): JSONContent[] {
  if (depth === 0) return content
  const last = content.at(-1)
  if (last?.type === 'blockquote' && last.content) return quoteIn(last.content, depth - 1)
  const inside: JSONContent[] = []
  content.push({ type: 'blockquote', content: inside })
  return quoteIn(inside, depth - 1)
}

/** Removes the empty lines at the beginning and end of a code block; null when nothing remains. */
function withoutEmptyCode(block: JSONContent): JSONContent | null {
  if (block.type !== 'codeBlock') return block
  const text = (block.content?.[0]?.text ?? '').replace(/^\n+|\s+$/g, '')
  return text === '' ? null : { ...block, content: [{ type: 'text', text }] }
}

const tableOf = (rows: WordParagraph[][][]): JSONContent => ({
  type: 'table',
  content: rows.map((row, index) => ({
    type: 'tableRow',
    content: row.map((cell) => cellOf(cell, index === 0)),
  })),
})

/** The text of a cell is one paragraph, as Markdown has it. The first row is the header, which is bold anyway. */
function cellOf(cell: readonly WordParagraph[], isHeader: boolean): JSONContent {
  const lines = cell.filter(({ runs }) => textOf(runs).trim() !== '')
  const runs = lines.flatMap(({ runs: ofLine, item }, index): WordRun[] => [
    ...(index > 0 ? [{ text: '\n' }] : []),
    ...(item ? [{ text: item.number === null ? '• ' : `${item.number}. ` }] : []),
    ...ofLine,
  ])
  const words = isHeader ? runs.map(withoutBold) : runs
  return {
    type: isHeader ? 'tableHeader' : 'tableCell',
    content: [{ type: 'paragraph', content: inline(words) }],
  }
}

function withoutBold(run: WordRun): WordRun {
  const plain = { ...run }
  delete plain.isBold
  return plain
}

const box = /^\s*([☐☑☒])\s+(?=\S)/u

/** Whether an item with a box is checked; null without a box. */
function taskOf({ role, runs, item }: WordParagraph): boolean | null {
  if ((role !== 'text' && role !== 'quote') || (item && item.number !== null)) return null
  const [, sign] = box.exec(textOf(runs)) ?? []
  return sign === undefined ? null : sign !== '☐'
}

/** Runs without the box at their beginning, which may be a run of its own. */
function withoutBox(runs: readonly WordRun[]): WordRun[] {
  let rest = box.exec(textOf(runs))?.[0].length ?? 0
  return runs.flatMap((run) => {
    const text = run.text.slice(rest)
    rest = Math.max(0, rest - run.text.length)
    return text === '' ? [] : [{ ...run, text }]
  })
}

const textOf = (runs: readonly WordRun[]): string => runs.map(({ text }) => text).join('')

/** Removes spaces at the ends of a paragraph, and moves those at the ends of emphasis outside of it, since Markdown allows none there. */
function inline(runs: readonly WordRun[]): JSONContent[] {
  const last = runs.length - 1
  return runs.flatMap((run, index) => {
    const start = index === 0 ? run.text.trimStart() : run.text
    const text = index === last ? start.trimEnd() : start
    const words = text.trim()
    if (run.isFormula && words !== '') return [formula(words, false)]
    const marks = marksOf(run)
    const at = text.indexOf(words)
    return [
      ...textNodes(text.slice(0, at), sharedMarks(marks, runs[index - 1])),
      ...textNodes(words, marks),
      ...textNodes(text.slice(at + words.length), sharedMarks(marks, runs[index + 1])),
    ]
  })
}

/** The emphasis that continues in a neighbor. */
const sharedMarks = (marks: readonly Mark[], neighbor: WordRun | undefined): Mark[] => {
  const others = neighbor ? marksOf(neighbor) : []
  return marks.filter((mark) =>
    others.some(({ type, attrs }) => type === mark.type && attrs?.href === mark.attrs?.href),
  )
}

type Mark = { type: string; attrs?: { href: string } }

/** A text with its line breaks. */
const textNodes = (text: string, marks: Mark[]): JSONContent[] =>
  text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, ...(marks.length > 0 && { marks }) }]),
    ])

/** Code has no other formatting in a canvas. */
function marksOf({ isBold, isItalic, isStruck, isCode, url }: WordRun): Mark[] {
  if (isCode) return [{ type: 'code' }]
  return [
    ...(url !== undefined && isAllowedLink(url) ? [{ type: 'link', attrs: { href: url } }] : []),
    ...(isBold ? [{ type: 'bold' }] : []),
    ...(isItalic ? [{ type: 'italic' }] : []),
    ...(isStruck ? [{ type: 'strike' }] : []),
  ]
}

const formula = (source: string, isDisplay: boolean): JSONContent => ({
  type: formulaNode,
  attrs: { source: tidySource(source, isDisplay), isDisplay },
})

/** A file name can't have all characters of a title, and that of a copy has a number. */
const isSameTitle = (one: string, other: string): boolean =>
  lettersOf(one) === lettersOf(other.replace(/\s*\(\d+\)$/, ''))

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
