import type { Nodes } from 'mdast'
import { groupBlocks, joinTable } from './markdown/block.ts'
import { emptyDocument, readMarkdown } from './markdown/document.ts'
import { parseMarkdown } from './markdown/syntax.ts'

/**
 * Returns the text of Markdown for reading aloud: one line per block, without code, diagrams, notes and addresses, and without
 * citations.
 */
export function plainText(markdown: string, { cites = false } = {}): string {
  return joined(blockLines(parseMarkdown(markdown)), cites)
}

/** Time of one step, in milliseconds; a single block may exceed it. */
const stepMs = 3

/** The same in short steps: yields between them, so that the page stays responsive, and returns the text. */
export function* plainTextInSteps(markdown: string, { cites = false } = {}): Generator<void, string> {
  let document = readMarkdown(emptyDocument, markdown, true, stepMs)
  while (!document.finished) {
    yield
    document = readMarkdown(document, markdown, true, stepMs)
  }
  const blocks = groupBlocks([...document.settled, ...document.open]).flatMap(
    (group) => joinTable(group).nodes,
  )
  return joined(
    blocks.flatMap((block) => blockLines(block)),
    cites,
  )
}

/** Returns the searchable text of Markdown: the text for reading aloud, and code. NUL separates blocks. */
export const findableText = (markdown: string): string =>
  blockLines(parseMarkdown(markdown), { withCode: true }).join('\0')

const joined = (lines: readonly string[], cites: boolean): string =>
  lines
    .map((line) => (cites ? line.replaceAll(citations, '') : line).trim())
    .filter(Boolean)
    .join('\n')

const citations = /\s?\[\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*\]/gu

function blockLines(node: Nodes, { withCode = false } = {}): string[] {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'table':
      return node.children.flatMap((child) => blockLines(child, { withCode }))
    case 'tableRow':
      return [node.children.map((cell) => words(cell)).join(', ')]
    case 'math':
      return [node.value]
    case 'code':
      return withCode ? [node.value] : []
    case 'definition':
    case 'footnoteDefinition':
    case 'thematicBreak':
    case 'html':
      return []
    default:
      return [words(node)]
  }
}

function words(node: Nodes): string {
  if (node.type === 'break') return ' '
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (node.type === 'footnoteReference' || node.type === 'html') return ''
  if ('value' in node) return node.value.replaceAll('\n', ' ')
  return 'children' in node ? node.children.map((child) => words(child)).join('') : ''
}
