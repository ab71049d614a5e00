import type { OpenedPassage, Source } from '@atrium/contract'
import { ErrorState, SkeletonRows } from '@atrium/ui'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCited } from '../reading.ts'
import { Scroller } from '../scroller.tsx'
import { openPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import styles from './pdf.module.css'

type PdfViewProps = { url: string; source: Source | null; passages: readonly OpenedPassage[] }

/** The pages of a PDF document, drawn as they are scrolled to, open at the page of the source with its passage marked. */
export function PdfView({ url, source, passages }: PdfViewProps) {
  const { t } = useTranslation('sources')
  const opened = usePdf(url)
  if (opened === 'failed')
    return <ErrorState title={t('viewer.pdfFailed')} text={t('viewer.pdfFailed.text')} />
  if (opened === null) return <SkeletonRows count={8} label={t('viewer.loading')} />
  return <Pages {...opened} source={source} passages={passages} />
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

function Pages({ document, aspect, source, passages }: OpenedPdf & Omit<PdfViewProps, 'url'>) {
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
  return (
    <Scroller ref={scroller} className={styles.pages} label={t('viewer.pages')}>
      {Array.from({ length: document.numPages }, (_, index) => index + 1).map((page) => (
        <PdfPage
          key={page}
          document={document}
          number={page}
          aspect={aspect}
          marked={textOnPage(cited, page, firstPage)}
          isFirst={page === firstPage}
        />
      ))}
    </Scroller>
  )
}

/** What is cited of a page: passages name the page on which they begin, and may go on over the next. */
function textOnPage(cited: readonly OpenedPassage[], page: number, firstPage: number): string | null {
  const there = cited.filter(({ place }) => (place.page ?? firstPage) === page)
  return there.length === 0 ? null : there.map(({ text }) => text).join('\n')
}
