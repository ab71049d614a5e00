import type { PDFDocumentProxy } from 'pdfjs-dist'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { drawPage } from './draw-page.ts'
import type { Marked } from './marked-ranges.ts'
import styles from './pdf.module.css'

type PdfPageProps = {
  document: PDFDocumentProxy
  /** From 1. */
  number: number
  aspect: number
  /** What to mark on it. */
  marked: Marked | null
  /** Search text to highlight and scroll to instead. */
  found: string | null
  /** The document is opened at it. */
  isFirst: boolean
}

/** Margin around the viewport in which pages are rendered, in CSS pixels; farther pages are released. */
const aroundPixels = 800

/** One page of a document: an empty placeholder until it is near the viewport. */
export const PdfPage = memo(function PdfPage({
  document,
  number,
  aspect,
  marked,
  found,
  isFirst,
}: PdfPageProps) {
  const { t } = useTranslation('sources')
  const sheet = useRef<HTMLDivElement>(null)
  const widthPixels = useWidthNearby(sheet)
  const [hasFailed, setHasFailed] = useState(false)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const element = sheet.current
    if (element === null || widthPixels === null) return
    const drawing = drawPage({ document, number, sheet: element, widthPixels, marked, found })
    drawing.done.then(
      (mark) => {
        const isWanted = found !== null || (isFirst && shown.current === null)
        if (!isWanted || shown.current === (found ?? '')) return
        shown.current = found ?? ''
        mark?.scrollIntoView({ block: 'center' })
      },
      () => setHasFailed(true),
    )
    return drawing.end
  }, [document, number, widthPixels, marked, found, isFirst])
  return (
    <section className={styles.page} aria-label={t('place.page', { page: number })} data-page={number}>
      <div ref={sheet} className={styles.sheet} style={{ aspectRatio: `1 / ${aspect}` }} dir="ltr" />
      {hasFailed && <p role="alert">{t('viewer.pageFailed')}</p>}
    </section>
  )
})

/** The width of an element while it is near the viewport; null otherwise. */
function useWidthNearby(element: { current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return
    let isNear = false
    const measure = () => setWidth(isNear ? watched.clientWidth : null)
    const place = new IntersectionObserver(
      ([entry]) => {
        isNear = entry?.isIntersecting ?? false
        measure()
      },
      { root: watched.closest('[data-scroller]'), rootMargin: `${aroundPixels}px 0px` },
    )
    const size = new ResizeObserver(measure)
    place.observe(watched)
    size.observe(watched)
    return () => {
      place.disconnect()
      size.disconnect()
    }
  }, [element])
  return width
}
