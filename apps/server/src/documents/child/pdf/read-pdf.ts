import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import type { Block, ReaderEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import { areTooFew } from '../../pages-with-text.ts'
import { blocksOf, type FontSizes } from './blocks-of.ts'
import type { ReaderOptions } from '../reader.ts'
import { hasPicture } from './has-picture.ts'
import { hearsOf } from './hears-of.ts'
import { openDrawer, type PageDrawer } from './page-drawer.ts'
import { piecesOf } from './pieces-of.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** What PDFs may suppose that every reader has. */
const packageDir = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const bundled = {
  cMapUrl: `${packageDir}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${packageDir}/standard_fonts/`,
}

/** Of the pages without text, so many are looked at for pictures: to tell a scanned document, and to count the pages that are not read. */
const pagesLookedAt = { ofScan: 3, ofAll: 500 }

/**
 * The pages of a PDF, as they are read: column by column, in paragraphs. An owner's password alone does not keep anybody from
 * reading. Pages with (almost) no text are told as pictures where somebody can read these; else they are counted, and it
 * fails as SCANNED where (almost) no page has text but there are pictures.
 */
export async function* readPdf(bytes: Buffer, { picturePixels }: ReaderOptions): AsyncGenerator<ReaderEvent> {
  const drawer = picturePixels > 0 ? createDrawer(bytes, picturePixels) : null
  const pdf = await open(bytes)
  yield { type: 'parts', total: pdf.numPages }
  const sizes: FontSizes = new Map()
  const empty: number[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const blocks = await readPage(pdf, number, sizes)
    if (blocks.length === 0) {
      empty.push(number)
      const isLookedAt = !drawer && empty.length <= pagesLookedAt.ofAll
      if (isLookedAt && (await isPicture(pdf, number))) yield { type: 'unread', page: number }
    }
    const placed = blocks.map((block) => ({ ...block, place: { page: number } }))
    const picture = await drawer?.(number, blocks)
    if (picture === undefined) for (const block of placed) yield { type: 'block', block }
    else yield { type: 'picture', page: number, png: picture && picture.toString('base64'), blocks: placed }
    yield { type: 'part', done: number }
  }
  const withText = pdf.numPages - empty.length
  if (!drawer && areTooFew(withText, pdf.numPages) && (await areScanned(pdf, empty)))
    throw new DocumentFailure('SCANNED')
}

/** With no more text than this, a page whose pictures fill half of it is a scanned one that somebody has stamped. */
const stamp = { characters: 100, share: 0.5 }

type DrawPage = (page: number, blocks: readonly { text: string }[]) => ReturnType<PageDrawer['draw']>

/** Opens the document once more for its pictures, when the first page with (almost) no text comes. */
function createDrawer(bytes: Buffer, picturePixels: number): DrawPage {
  // The library takes the bytes that it is given.
  const own = new Uint8Array(bytes)
  let opened: Promise<PageDrawer | null> | undefined
  return async (page, blocks) => {
    const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > stamp.characters) return undefined
    const drawer = await (opened ??= openDrawer(own, picturePixels).catch(() => null))
    return drawer ? await drawer.draw(page, characters > 0 ? stamp.share : 0) : null
  }
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
  for (const number of pages.slice(0, pagesLookedAt.ofScan)) if (await isPicture(pdf, number)) return true
  return false
}

const isPicture = async (pdf: Pdf, page: number): Promise<boolean> =>
  await hasPicture(await pdf.getPage(page).catch(() => null))
