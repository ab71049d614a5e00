import { toMarkup } from './markdown/to-markup.ts'

/** Copies Markdown so that a word processor gets headings, lists and tables, and a text field the source. */
export async function copyRich(markdown: string): Promise<void> {
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([toMarkup(markdown)], { type: 'text/html' }),
      'text/plain': new Blob([markdown], { type: 'text/plain' }),
    }),
  ])
}

/** Copies a text as it was written. */
export const copyMarkdown = (markdown: string): Promise<void> => navigator.clipboard.writeText(markdown)
