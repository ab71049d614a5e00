import type { PDFDocumentProxy } from 'pdfjs-dist'

/** The labels that are printed on a document's pages ('iv', 'A-3'), by their order; null when they only count the pages. */
export async function printedLabels(document: PDFDocumentProxy): Promise<readonly string[] | null> {
  // A document whose labels cannot be read has its pages all the same.
  const labels = await document.getPageLabels().catch(() => null)
  return labels?.some((label, index) => label !== '' && label !== String(index + 1)) ? labels : null
}

/** The page that has a label, from 1; null when none has. Without regard to case, unless two labels differ by it alone. */
export function pageLabelled(labels: readonly string[], typed: string): number | null {
  const wanted = typed.trim()
  const exact = labels.indexOf(wanted)
  const at = exact >= 0 ? exact : labels.findIndex((label) => label.toLowerCase() === wanted.toLowerCase())
  return wanted === '' || at < 0 ? null : at + 1
}
