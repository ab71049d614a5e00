import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import type { Block, ReaderEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import { areTooFew } from '../../scans/pages-with-text.ts'
import { blocksOf, type FontSizes } from './blocks-of.ts'
import type { ReaderOptions } from '../reader.ts'
import { hasPicture } from './has-picture.ts'
import { watchWarning } from './watch-warning.ts'
import { ligatureWords, withLigatures } from './ligature-words.ts'
import { openDrawer, type PageDrawer } from './page-drawer.ts'
import { piecesOf } from './pieces-of.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Resources that PDFs expect every reader to have. */
const packageDir = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const bundled = {
  cMapUrl: `${packageDir}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${packageDir}/standard_fonts/`,
}

/** How many pages without text are checked for pictures: to recognize a scan, and to count unread pages. */
const pagesLookedAt = { ofScan: 3, ofAll: 500 }

/**
 * Reads the pages of a PDF: column by column, in paragraphs. An owner password alone does not prevent reading. Emits pages with
 * (almost) no text as pictures where these can be read; else counts them, and fails as SCANNED when (almost) no page has text but
 * there are pictures.
 */
export async function* readPdf(bytes: Buffer, { picturePixels }: ReaderOptions): AsyncGenerator<ReaderEvent> {
  const drawer = picturePixels > 0 ? createDrawer(bytes, picturePixels) : null
  const pdf = await open(bytes)
  if (await isXfaForm(pdf)) throw new DocumentFailure('XFA_FORM')
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

/** With at most this much text, a page half filled by pictures is a stamped scan. */
const stamp = { characters: 100, share: 0.5 }

type DrawPage = (page: number, blocks: readonly { text: string }[]) => ReturnType<PageDrawer['draw']>

/** Reopens the document for its pictures at the first page with (almost) no text. */
function createDrawer(bytes: Buffer, picturePixels: number): DrawPage {
  // The library takes ownership of its bytes.
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
  const isUncounted = watchWarning(/invalid \/Pages tree \/Count/)
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

/** The placeholder page of an Adobe XFA form for other readers. */
const xfaPlaceholder = /please wait|adobe (?:acrobat|reader)/i

/** Whether it is a form that only Acrobat can render: XFA without PDF fields, or with a placeholder page. */
async function isXfaForm(pdf: Pdf): Promise<boolean> {
  const info = (await pdf.getMetadata().catch(() => null))?.info as Record<string, unknown> | undefined
  if (info?.['IsXFAPresent'] !== true) return false
  if (info['IsAcroFormPresent'] !== true) return true
  if (pdf.numPages > 1) return false
  const texts = await readPage(pdf, 1, new Map())
  return xfaPlaceholder.test(texts.map(({ text }) => text).join(' '))
}

/** A single broken page counts as one without text. */
async function readPage(pdf: Pdf, number: number, sizes: FontSizes): Promise<Omit<Block, 'place'>[]> {
  try {
    const page = await pdf.getPage(number)
    const content = await textOf(page)
    const blocks = blocksOf(piecesOf(content, page.getViewport({ scale: 1 }).transform), sizes)
    page.cleanup()
    return blocks
  } catch (error) {
    if (error instanceof RangeError) throw error
    return []
  }
}

type Content = Awaited<ReturnType<PdfPage['getTextContent']>>
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>

async function textOf(page: PdfPage): Promise<Content> {
  const content = await page.getTextContent()
  if (!content.items.some((item) => 'dir' in item && item.dir === 'rtl')) return content
  const words = await ligatureWords(page)
  const items = content.items.map((item) =>
    'dir' in item && item.dir === 'rtl' ? { ...item, str: withLigatures(item.str, words) } : item,
  )
  return { ...content, items }
}

async function areScanned(pdf: Pdf, pages: readonly number[]): Promise<boolean> {
  for (const number of pages.slice(0, pagesLookedAt.ofScan)) if (await isPicture(pdf, number)) return true
  return false
}

const isPicture = async (pdf: Pdf, page: number): Promise<boolean> =>
  await hasPicture(await pdf.getPage(page).catch(() => null))
