import type { Definition, FootnoteDefinition, RootContent } from 'mdast'
import { groupBlocks, joinTable } from './markdown/block.ts'
import { emptyDocument, readMarkdown } from './markdown/document.ts'

type MarkdownTree = {
  blocks: RootContent[]
  /** Of links by identifier, of footnotes by `^identifier`. */
  definitions: ReadonlyMap<string, Definition | FootnoteDefinition>
}

/** Parses a whole text as the conversation does, for other uses. */
export function markdownTree(text: string): MarkdownTree {
  const { settled, open, definitions } = readMarkdown(emptyDocument, text, true)
  const blocks = groupBlocks([...settled, ...open]).flatMap((group) => joinTable(group).nodes)
  return { blocks, definitions }
}
