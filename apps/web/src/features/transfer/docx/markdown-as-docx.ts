import { markdownTree } from '../../conversation/index.ts'
import { blockParagraphs } from './block-paragraphs.ts'
import { DocumentNotes, type DocumentPicture } from './document-notes.ts'
import { wordDocument } from './word-document.ts'

/** A Markdown text as a Word document below its title. `pictures` are those of its images, by their address. */
export async function markdownAsDocx(
  title: string,
  markdown: string,
  pictures?: ReadonlyMap<string, DocumentPicture>,
): Promise<Blob> {
  const notes = new DocumentNotes(pictures)
  const { blocks, definitions } = markdownTree(markdown)
  notes.enter(definitions)
  return await wordDocument(title, blockParagraphs(blocks, notes), notes)
}
