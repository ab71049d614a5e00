import type { OpenedPassage, Source } from '@atrium/contract'
import { ErrorState, SkeletonRows } from '@atrium/ui'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { isCited } from '../reading.ts'
import type { FoundPlace } from '../use-finder.ts'
import { Scroller } from '../scroller.tsx'
import { supportingSentences } from '../supporting-sentences.ts'
import type { Marked } from './marked-ranges.ts'
import { openPdf } from './open-pdf.ts'
import { printedLabels } from './page-labels.ts'
import { PageBar } from './page-bar.tsx'
import { PdfPage } from './pdf-page.tsx'
import styles from './pdf.module.css'
import { useSeenPage } from './use-seen-page.ts'
import { useZoom } from './use-zoom.ts'

type PdfViewProps = {
  url: string
  source: Source | null
  passages: readonly OpenedPassage[]
  /** The search text and its current match. */
  found: FoundPlace | null
  /** The sentences of the answer that cite the source. */
  claims: readonly string[]
}

/** The pages of a PDF document, drawn on demand while scrolling; opens at the source's page with its passage highlighted. */
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
  /** Height by width of the first page, assumed for the others until they are drawn. */
  aspect: number
  /** The page labels. */
  labels: readonly string[] | null
}

/** Null while it is opening. */
function usePdf(url: string): OpenedPdf | 'failed' | null {
  const [opened, setOpened] = useState<OpenedPdf | 'failed' | null>(null)
  useEffect(() => {
    let isWanted = true
    const opening = openPdf(url)
    opening.document
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        const labels = await printedLabels(document)
        if (isWanted) setOpened({ document, aspect: height / width, labels })
      })
      .catch(() => isWanted && setOpened('failed'))
    return () => {
      isWanted = false
      opening.close()
    }
  }, [url])
  return opened
}

function Pages({
  document,
  aspect,
  labels,
  source,
  passages,
  found,
  claims,
}: OpenedPdf & Omit<PdfViewProps, 'url'>) {
  const { t } = useTranslation('sources')
  const scroller = useRef<HTMLDivElement>(null)
  const cited = useMemo(
    () => passages.filter(({ position }) => isCited(source, position)),
    [passages, source],
  )
  const firstPage = source?.place.page ?? 1
  const claimed = claims.join('\n')
  const marks = useMemo(
    () => marksByPage(cited, claimed === '' ? [] : claimed.split('\n'), firstPage),
    [cited, claimed, firstPage],
  )
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
      <PageBar
        page={page}
        total={document.numPages}
        labels={labels}
        zoom={zoom}
        onPage={show}
        onZoom={setZoom}
      />
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
              marked={marks.get(number) ?? null}
              found={number === foundPage ? (found?.words ?? null) : null}
              isFirst={number === firstPage}
            />
          ))}
        </div>
      </Scroller>
    </>
  )
}

/** Maximum width of a page at normal zoom, in rem. */
const widestRem = 60

/** Highlights for each page. Passages name the page on which they start; their sentences may be on the next one. */
function marksByPage(
  cited: readonly OpenedPassage[],
  claims: readonly string[],
  firstPage: number,
): Map<number, Marked> {
  const marks = new Map<number, Marked>()
  const sentences = supportingSentences(cited.map(({ text }) => text).join('\n'), claims)
  for (const { place, text } of cited) {
    const page = place.page ?? firstPage
    const before = marks.get(page)?.passage
    marks.set(page, { sentences, passage: before ? `${before}\n${text}` : text })
    if (sentences.length > 0 && !marks.has(page + 1)) marks.set(page + 1, { sentences, passage: '' })
  }
  return marks
}
