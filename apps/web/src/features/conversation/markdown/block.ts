import type { Definition, FootnoteDefinition, Nodes, RootContent, TableRow } from 'mdast'
import { parseMarkdown } from './syntax.ts'

/** A top-level block: a paragraph, a list, a table. Stable for equal content, so that a view can reuse its rendering. */
export type Block = {
  /** Offset of its first line in the text; stays when an open block settles. */
  start: number
  source: string
  nodes: RootContent[]
  /** Labels in brackets that may name a definition elsewhere. */
  labels: string[]
  /** Identifiers of the footnotes that it calls, in order. */
  footnotes: string[]
  definitions: (Definition | FootnoteDefinition)[]
  /** Labels defined elsewhere with which it was read. */
  linkedWith: string
  /** Further rows of the table in the block before, under the same head: drawn as part of that table. */
  continues: boolean
}

export function toBlock(start: number, source: string, nodes: RootContent[], linkedWith = ''): Block {
  return {
    start,
    source,
    nodes,
    linkedWith,
    labels: bracketLabels(source),
    footnotes: footnoteCalls(nodes),
    definitions: definitionsIn(nodes),
    continues: false,
  }
}

/** The key of a definition: footnotes begin with '^', as in the source. */
export const definitionKey = (node: Definition | FootnoteDefinition): string =>
  node.type === 'definition' ? node.identifier : `^${node.identifier}`

/** Returns the block with references to `defined` resolved; itself when that changes nothing. */
export function linkBlock(block: Block, defined: ReadonlyMap<string, unknown>): Block {
  if (block.labels.length === 0) return block
  const own = new Set(block.definitions.map(definitionKey))
  const wanted = block.labels.filter((label) => defined.has(label) && !own.has(label))
  const linkedWith = wanted.join('\n')
  if (linkedWith === block.linkedWith) return block
  // A reference only parses as one where its label is defined, so stand-ins are prepended.
  const prelude = wanted.map((label) => `[${label}]: x\n\n`).join('')
  const nodes = parseMarkdown(prelude + block.source).children.filter(
    (node) => (node.position?.start.offset ?? 0) >= prelude.length,
  )
  return { ...toBlock(block.start, block.source, nodes, linkedWith), continues: block.continues }
}

/** Labels as CommonMark compares them. */
function bracketLabels(source: string): string[] {
  if (!source.includes('[')) return []
  const labels = Array.from(source.matchAll(/\[((?:\\[^]|[^[\]\\]){1,999})\]/gu), ([, label = '']) =>
    label
      .replaceAll(/[\t\n\r ]+/gu, ' ')
      .trim()
      .toLowerCase()
      .toUpperCase()
      .toLowerCase(),
  )
  return [...new Set(labels)]
}

function footnoteCalls(nodes: Nodes[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'footnoteReference') return [node.identifier]
    return 'children' in node && node.type !== 'footnoteDefinition' ? footnoteCalls(node.children) : []
  })
}

function definitionsIn(nodes: Nodes[]): (Definition | FootnoteDefinition)[] {
  return nodes.flatMap((node) => {
    if (node.type === 'definition') return [node]
    if (node.type === 'footnoteDefinition') return [node, ...definitionsIn(node.children)]
    return node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem'
      ? definitionsIn(node.children)
      : []
  })
}

/** A block and the blocks that continue its table. */
export type BlockGroup = { block: Block; more: readonly Block[] }

export function groupBlocks(blocks: readonly Block[]): BlockGroup[] {
  const groups: { block: Block; more: Block[] }[] = []
  for (const block of blocks) {
    const before = groups.at(-1)
    if (block.continues && before) before.more.push(block)
    else groups.push({ block, more: [] })
  }
  return groups
}

/** The whole table of a group as one block. */
export function joinTable({ block, more }: BlockGroup): Block {
  const [table] = block.nodes
  if (more.length === 0 || table?.type !== 'table') return block
  return { ...block, nodes: [{ ...table, children: [...table.children, ...more.flatMap(furtherRows)] }] }
}

/** The rows of a continued block without the header that was prepended for parsing. */
export const furtherRows = ({ nodes: [table] }: Block): TableRow[] =>
  table?.type === 'table' ? table.children.slice(1) : []
