import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFPageProxy } from 'pdfjs-dist'
import { encodePng } from './encode-png.ts'
import { hearsOf } from './hears-of.ts'
import { paintPictures } from './paint-pictures.ts'
import { picturesOn } from './pictures-on.ts'

/** Larger ones are not unpacked: an A4 page in colour at 600 points to the inch has 35 million. */
const mostPoints = 40_000_000
/** Shades of grey: more of them only make a picture larger. */
const shade = 17

export type PageDrawer = {
  /**
   * A page's pictures, as PNG; null when it shows some that cannot be drawn, undefined when it shows none, or they fill less than
   * this share of it.
   */
  draw(page: number, leastShare: number): Promise<Buffer | null | undefined>
}

/**
 * Draws what pages show that are pictures: pictures alone, in grey, each where it stands on the page. Another build of the library
 * than the one that reads text, which cannot unpack fax, JBIG2 and JPEG 2000.
 */
export async function openDrawer(bytes: Uint8Array<ArrayBuffer>, mostPixels: number): Promise<PageDrawer> {
  // Where the other build has left its inner half, which this one would take for its own.
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
    maxImageSize: mostPoints,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
  }).promise

  async function paintOf(page: PDFPageProxy, leastShare: number): Promise<Buffer | null | undefined> {
    const isTooLarge = hearsOf(/exceeded maximum allowed size/)
    const { pictures, isBroken } = await picturesOn(page, OPS)
    if (pictures.length === 0) return isBroken || isTooLarge() ? null : undefined
    const { width, height } = page.getViewport({ scale: 1 })
    const filled = pictures.reduce((sum, { matrix: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0)
    if (filled < leastShare * width * height) return undefined
    const painted = paintPictures(pictures, { width, height }, mostPixels)
    const grey = painted.grey.map((one) => Math.round(one / shade) * shade)
    return encodePng(grey, painted.width, painted.height)
  }
  return {
    async draw(number, leastShare) {
      try {
        const page = await pdf.getPage(number)
        const drawn = await paintOf(page, leastShare)
        page.cleanup()
        return drawn
      } catch {
        return null
      }
    },
  }
}
