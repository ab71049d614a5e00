import type { Nodes } from 'mdast'
import { groupBlocks, joinTable } from './markdown/block.ts'
import { emptyDocument, readMarkdown } from './markdown/document.ts'
import { parseMarkdown } from './markdown/syntax.ts'

/**
 * The words of a Markdown text for reading aloud: a line a block, without code, diagrams, notes and addresses, and of an answer
 * that cites, without its `[1]`.
 */
export function plainText(markdown: string, { cites = false } = {}): string {
  return joined(blockLines(parseMarkdown(markdown)), cites)
}

/** What one step of reading may take, in milliseconds; a single piece of the text may overrun it. */
const stepMs = 3

/** The same in short steps, after each of which the page can do something else: yields between them and returns the words. */
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

const joined = (lines: readonly string[], cites: boolean): string =>
  lines
    .map((line) => (cites ? line.replaceAll(citations, '') : line).trim())
    .filter(Boolean)
    .join('\n')

const citations = /\s?\[\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*\]/gu

function blockLines(node: Nodes): string[] {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'table':
      return node.children.flatMap((child) => blockLines(child))
    case 'tableRow':
      return [node.children.map((cell) => words(cell)).join(', ')]
    case 'math':
      return [node.value]
    case 'code':
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
