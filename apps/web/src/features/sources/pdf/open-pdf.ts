import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'

/** The path of the library's assets on this site. */
const data = import.meta.env.PDF_DATA

GlobalWorkerOptions.workerSrc = `${data}build/pdf.worker.min.mjs`

/** A document being opened; `close` ends it at any time, with its worker. */
export type OpeningPdf = { document: Promise<PDFDocumentProxy>; close: () => void }

/** Opens the document behind a link. Nothing in it runs or navigates: no scripts, no forms, no links; font data come from this site. */
export function openPdf(url: string): OpeningPdf {
  const task = getDocument({
    url,
    cMapUrl: `${data}cmaps/`,
    standardFontDataUrl: `${data}standard_fonts/`,
    wasmUrl: `${data}wasm/`,
    // The pages' policy allows no WebAssembly, and its workers no connections.
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    enableXfa: false,
    maxImageSize: 64_000_000,
    verbosity: 0,
  })
  return { document: task.promise, close: () => void task.destroy() }
}
