import type { OpenedPassage, Source } from '@atrium/contract'
import { ErrorState, SkeletonRows } from '@atrium/ui'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCited } from '../reading.ts'
import type { FoundPlace } from '../use-finder.ts'
import { Scroller } from '../scroller.tsx'
import { openPdf } from './open-pdf.ts'
import { PageBar } from './page-bar.tsx'
import { PdfPage } from './pdf-page.tsx'
import styles from './pdf.module.css'
import { useSeenPage } from './use-seen-page.ts'
import { useZoom } from './use-zoom.ts'

type PdfViewProps = {
  url: string
  source: Source | null
  passages: readonly OpenedPassage[]
  /** What was looked for, where it was found last. */
  found: FoundPlace | null
}

/** The pages of a PDF document, drawn as they are scrolled to, open at the page of the source with its passage marked. */
export function PdfView({ url, ...shown }: PdfViewProps) {
  const { t } = useTranslation('sources')
  const opened = usePdf(url)
  if (opened === 'failed')
    return <ErrorState title={t('viewer.pdfFailed')} text={t('viewer.pdfFailed.text')} />
  if (opened === null) return <SkeletonRows count={8} label={t('viewer.loading')} />
  return <Pages {...opened} {...shown} />
}

type OpenedPdf = {
  document: PDFDocumentProxy
  /** Height by width of the first page, which the others are taken to have until they are drawn. */
  aspect: number
}

/** Null while it is being opened. */
function usePdf(url: string): OpenedPdf | 'failed' | null {
  const [opened, setOpened] = useState<OpenedPdf | 'failed' | null>(null)
  useEffect(() => {
    let isWanted = true
    const opening = openPdf(url)
    opening.document
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        if (isWanted) setOpened({ document, aspect: height / width })
      })
      .catch(() => isWanted && setOpened('failed'))
    return () => {
      isWanted = false
      opening.close()
    }
  }, [url])
  return opened
}

function Pages({ document, aspect, source, passages, found }: OpenedPdf & Omit<PdfViewProps, 'url'>) {
  const { t } = useTranslation('sources')
  const scroller = useRef<HTMLDivElement>(null)
  const cited = useMemo(
    () => passages.filter(({ position }) => isCited(source, position)),
    [passages, source],
  )
  const firstPage = source?.place.page ?? 1
  useEffect(() => {
    if (firstPage > 1) scroller.current?.querySelector(`[data-page="${firstPage}"]`)?.scrollIntoView()
  }, [firstPage])
  const foundPage = found === null ? null : (found.place.page ?? 1)
  useEffect(() => {
    if (foundPage !== null) scroller.current?.querySelector(`[data-page="${foundPage}"]`)?.scrollIntoView()
  }, [foundPage])
  const page = useSeenPage(scroller, firstPage)
  const [zoom, setZoom] = useZoom(scroller)
  const show = (wanted: number) =>
    scroller.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView()
  return (
    <>
      <PageBar page={page} total={document.numPages} zoom={zoom} onPage={show} onZoom={setZoom} />
      <Scroller ref={scroller} className={styles.pages} label={t('viewer.pages')}>
        <div
          className={styles.paper}
          style={{ inlineSize: `${zoom * 100}%`, maxInlineSize: `${zoom * widestRem}rem` }}
        >
          {Array.from({ length: document.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              document={document}
              number={number}
              aspect={aspect}
              marked={textOnPage(cited, number, firstPage)}
              found={number === foundPage ? (found?.words ?? null) : null}
              isFirst={number === firstPage}
            />
          ))}
        </div>
      </Scroller>
    </>
  )
}

/** How wide a page is at most at its usual size, in rem. */
const widestRem = 60

/** What is cited of a page: passages name the page on which they begin, and may go on over the next. */
function textOnPage(cited: readonly OpenedPassage[], page: number, firstPage: number): string | null {
  const there = cited.filter(({ place }) => (place.page ?? firstPage) === page)
  return there.length === 0 ? null : there.map(({ text }) => text).join('\n')
}
