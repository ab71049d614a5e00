import {
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type PageViewport,
  TextLayer,
} from 'pdfjs-dist'
import { rangesOf } from '../found-words.ts'
import type { Range } from './find-passage.ts'
import { type Marked, markedRanges } from './marked-ranges.ts'
import { markRanges } from './mark-ranges.ts'
import styles from './pdf.module.css'

type DrawnPage = {
  document: PDFDocumentProxy
  /** From 1. */
  number: number
  /** The empty element that the page is drawn into. */
  sheet: HTMLElement
  widthPixels: number
  /** What to mark. */
  marked: Marked | null
  /** Words to mark instead. */
  found: string | null
}

/** Maximum pixel ratio: pages for finer screens would take too much memory. */
const maxPixelRatio = 2
/** Maximum width of a picture, in its own pixels. */
const widestPicture = 3200

/**
 * Renders a page at the width of its sheet: the picture, and over it the text layer for selection and highlights. `done`
 * receives the first mark, if any, once the text is rendered; `end` cancels everything.
 */
export function drawPage({ document, number, sheet, widthPixels, marked, found }: DrawnPage): {
  done: Promise<HTMLElement | null>
  end: () => void
} {
  const ended = new AbortController()
  const draw = async () => {
    const page = await document.getPage(number)
    if (ended.signal.aborted) return null
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: widthPixels / width })
    sheet.style.aspectRatio = `${viewport.width} / ${viewport.height}`
    sheet.style.setProperty('--total-scale-factor', `${viewport.scale}`)
    const picture = drawPicture(page, viewport, sheet, ended.signal)
    const [mark] = await Promise.all([
      drawText(page, viewport, sheet, rangesToMark(marked, found), ended.signal),
      picture,
    ])
    return mark
  }
  const done = draw().catch((error: unknown) => {
    if (ended.signal.aborted) return null
    throw error
  })
  return {
    done,
    end: () => {
      ended.abort()
      // A canvas keeps its memory for a while unless it is resized to nothing.
      for (const canvas of sheet.querySelectorAll('canvas')) canvas.width = 0
      sheet.replaceChildren()
    },
  }
}

/** Finds the ranges to highlight in the text of a page. */
const rangesToMark =
  (marked: Marked | null, found: string | null) =>
  (text: string): readonly Range[] => {
    if (found !== null) return rangesOf(text, found)
    return marked === null ? [] : markedRanges(text, marked)
  }

async function drawPicture(
  page: PDFPageProxy,
  viewport: PageViewport,
  sheet: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const ratio = Math.min(devicePixelRatio, maxPixelRatio, widestPicture / viewport.width)
  const canvas = globalThis.document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  canvas.className = styles.picture ?? ''
  canvas.ariaHidden = 'true'
  sheet.append(canvas)
  const drawing = page.render({
    canvas,
    viewport,
    transform: [ratio, 0, 0, ratio, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
}

async function drawText(
  page: PDFPageProxy,
  viewport: PageViewport,
  sheet: HTMLElement,
  rangesIn: (text: string) => readonly Range[],
  signal: AbortSignal,
): Promise<HTMLElement | null> {
  const container = globalThis.document.createElement('div')
  container.className = styles.words ?? ''
  const layer = new TextLayer({ textContentSource: await page.getTextContent(), container, viewport })
  if (signal.aborted) return null
  sheet.append(container)
  signal.addEventListener('abort', () => layer.cancel())
  await layer.render()
  const words = layer.textContentItemsStr
  return markRanges(layer.textDivs, words, rangesIn(words.join('')))
}
