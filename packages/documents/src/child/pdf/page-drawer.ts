import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFPageProxy } from 'pdfjs-dist'
import { pngOfPainted } from './encode-png.ts'
import { watchWarning } from './watch-warning.ts'
import { paintPictures } from './paint-pictures.ts'
import { picturesOn } from './pictures-on.ts'

/** Larger ones are not decoded: an A4 page in color at 600 dpi has 35 million. */
const maxPoints = 40_000_000

export type PageDrawer = {
  /**
   * Returns a page's pictures as PNG; null when some can't be drawn, undefined when there are none, or they fill less than this
   * share of the page.
   */
  draw(page: number, minShare: number): Promise<Buffer | null | undefined>
}

/**
 * Draws the pictures of pages, without text, in gray, each in its position. Uses another build of the library than the text
 * reader, which can't decode fax, JBIG2 and JPEG 2000.
 */
export async function openDrawer(bytes: Uint8Array<ArrayBuffer>, maxPixels: number): Promise<PageDrawer> {
  // Removes the other build's worker, which this one would use as its own.
  Reflect.deleteProperty(globalThis, 'pdfjsWorker')
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  const pdf = await getDocument({
    data: bytes,
    // Warnings.
    verbosity: 1,
    useSystemFonts: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableAutoFetch: true,
    disableFontFace: true,
    maxImageSize: maxPoints,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
  }).promise

  async function paintOf(page: PDFPageProxy, minShare: number): Promise<Buffer | null | undefined> {
    const isTooLarge = watchWarning(/exceeded maximum allowed size/)
    const { pictures, isBroken } = await picturesOn(page, OPS)
    if (pictures.length === 0) return isBroken || isTooLarge() ? null : undefined
    const { width, height } = page.getViewport({ scale: 1 })
    const filled = pictures.reduce((sum, { matrix: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0)
    if (filled < minShare * width * height) return undefined
    return pngOfPainted(paintPictures(pictures, { width, height }, maxPixels))
  }
  return {
    async draw(number, minShare) {
      try {
        const page = await pdf.getPage(number)
        const drawn = await paintOf(page, minShare)
        page.cleanup()
        return drawn
      } catch {
        return null
      }
    },
  }
}
