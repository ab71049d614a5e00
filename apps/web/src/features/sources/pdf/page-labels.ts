import type { PDFDocumentProxy } from 'pdfjs-dist'

/** The printed labels of a document's pages ('iv', 'A-3'), in page order; null if they equal the page numbers. */
export async function printedLabels(document: PDFDocumentProxy): Promise<readonly string[] | null> {
  // A document with unreadable labels still shows its pages.
  const labels = await document.getPageLabels().catch(() => null)
  return labels?.some((label, index) => label !== '' && label !== String(index + 1)) ? labels : null
}

/** The page with a label, from 1; null if none has it. Ignores case, unless two labels differ only in case. */
export function pageLabelled(labels: readonly string[], typed: string): number | null {
  const wanted = typed.trim()
  const exact = labels.indexOf(wanted)
  const at = exact >= 0 ? exact : labels.findIndex((label) => label.toLowerCase() === wanted.toLowerCase())
  return wanted === '' || at < 0 ? null : at + 1
}
