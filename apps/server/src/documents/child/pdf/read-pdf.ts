import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import type { Block, ReadEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import { blocksOf, type FontSizes } from './blocks-of.ts'
import { hasPicture } from './has-picture.ts'
import { piecesOf } from './pieces-of.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** What PDFs may suppose that every reader has. */
const packageDir = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const bundled = {
  cMapUrl: `${packageDir}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${packageDir}/standard_fonts/`,
}

/** A document of which less than this share of the pages has text is one of pictures. */
const leastShareWithText = 0.05
/** Of the pages without text, so many are looked at for pictures. */
const pagesLookedAt = 3

/**
 * The pages of a PDF, as they are read: column by column, in paragraphs. An owner's password alone does not keep anybody from
 * reading. Fails as SCANNED where (almost) no page has text but there are pictures.
 */
export async function* readPdf(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const pdf = await open(bytes)
  yield { type: 'parts', total: pdf.numPages }
  const sizes: FontSizes = new Map()
  const empty: number[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const blocks = await readPage(pdf, number, sizes)
    if (blocks.length === 0) empty.push(number)
    for (const block of blocks) yield { type: 'block', block: { ...block, place: { page: number } } }
    yield { type: 'part', done: number }
  }
  const withText = pdf.numPages - empty.length
  if (withText < pdf.numPages * leastShareWithText && (await areScanned(pdf, empty)))
    throw new DocumentFailure('SCANNED')
}

async function open(bytes: Buffer): Promise<Pdf> {
  const isUncounted = hearsOf(/invalid \/Pages tree \/Count/)
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      // Warnings.
      verbosity: 1,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      disableAutoFetch: true,
      ...bundled,
    })
    if (isUncounted()) throw new DocumentFailure('DAMAGED', 'it does not know its pages')
    return pdf
  } catch (error) {
    if (error instanceof DocumentFailure) throw error
    const isProtected = error instanceof Error && error.name === 'PasswordException'
    throw new DocumentFailure(isProtected ? 'PROTECTED' : 'DAMAGED', error)
  }
}

/** Whether the library has warned of something from now on, which it tells nowhere else. */
function hearsOf(warning: RegExp): () => boolean {
  let isHeard = false
  console.warn = (message: unknown) => void (isHeard ||= warning.test(String(message)))
  return () => isHeard
}

/** A single page that is broken is one without text. */
async function readPage(pdf: Pdf, number: number, sizes: FontSizes): Promise<Omit<Block, 'place'>[]> {
  try {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent()
    const blocks = blocksOf(piecesOf(content, page.getViewport({ scale: 1 }).transform), sizes)
    page.cleanup()
    return blocks
  } catch (error) {
    if (error instanceof RangeError) throw error
    return []
  }
}

async function areScanned(pdf: Pdf, pages: readonly number[]): Promise<boolean> {
  for (const number of pages.slice(0, pagesLookedAt))
    if (await hasPicture(await pdf.getPage(number).catch(() => null))) return true
  return false
}
