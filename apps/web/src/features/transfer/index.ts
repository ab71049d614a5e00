import type { DocumentPicture } from './docx/document-notes.ts'
export { ExportItems } from './export-items.tsx'
export { ImportButton } from './import/import-button.tsx'

/** A Markdown text as a Word document; its writer loads on demand. */
export const markdownAsDocx = async (
  title: string,
  markdown: string,
  pictures?: ReadonlyMap<string, DocumentPicture>,
): Promise<Blob> => (await import('./docx/markdown-as-docx.ts')).markdownAsDocx(title, markdown, pictures)
