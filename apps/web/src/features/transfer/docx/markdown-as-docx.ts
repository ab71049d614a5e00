import { markdownTree } from '../../conversation/index.ts'
import { blockParagraphs } from './block-paragraphs.ts'
import { DocumentNotes } from './document-notes.ts'
import { wordDocument } from './word-document.ts'

/** A Markdown text as a Word document below its title. */
export async function markdownAsDocx(title: string, markdown: string): Promise<Blob> {
  const notes = new DocumentNotes()
  const { blocks, definitions } = markdownTree(markdown)
  notes.enter(definitions)
  return await wordDocument(title, blockParagraphs(blocks, notes), notes)
}
