import { useInfiniteQuery } from '@tanstack/react-query'
import { documentEndingOf } from '@atrium/contract'
import { ErrorState, SkeletonRows, useFocusBack } from '@atrium/ui'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { LoadFailure } from '../lists/load-failure.tsx'
import { type OpenedSource, openedSource } from './opened-source.ts'
import { SheetView } from './sheet-view.tsx'
import { fileTextQuery } from './source-queries.ts'
import { SourceViewerHead } from './source-viewer-head.tsx'
import styles from './source-viewer.module.css'
import { TextView } from './text-view.tsx'
import { UnreadNote } from './unread-note.tsx'

const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then((module) => ({ default: module.PdfView })))

const close = () => openedSource.set(null)

/** A file beside the page, over the whole of a phone: open at the passage that was cited, which is marked. */
export function SourceViewer({ opened }: { opened: OpenedSource }) {
  const { t } = useTranslation('sources')
  const panel = useRef<HTMLElement>(null)
  useFocusBack(true)
  useEffect(() => panel.current?.focus(), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // A menu or a dialog over it closes first.
      if (document.querySelector('[aria-modal="true"]:not([data-source-viewer])')) return
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside
      ref={panel}
      className={styles.viewer}
      role="dialog"
      aria-label={t('viewer.label', { file: opened.fileName })}
      tabIndex={-1}
      data-source-viewer
    >
      <SourceViewerHead opened={opened} onClose={close} />
      <Content key={`${opened.fileId} ${opened.source?.number}`} opened={opened} />
    </aside>
  )
}

function Content({ opened }: { opened: OpenedSource }) {
  const { t } = useTranslation('sources')
  const { fileId, chatId, source } = opened
  const text = useInfiniteQuery(fileTextQuery(fileId, chatId, source?.first ?? 0))
  if (text.isPending)
    return (
      <div className={styles.waiting}>
        <SkeletonRows count={8} label={t('viewer.loading')} />
      </div>
    )
  if (text.data === undefined) {
    const isGone = text.error instanceof ApiError && text.error.code === 'NOT_FOUND'
    if (isGone) return <ErrorState title={t('viewer.gone')} text={t('viewer.gone.text')} />
    return <LoadFailure title={t('viewer.failed')} query={text} />
  }
  const [file] = text.data.pages
  const passages = text.data.pages.flatMap((page) => page.passages)
  const ending = documentEndingOf(opened.fileName)
  if (ending === 'pdf' && file?.url)
    return (
      <Suspense fallback={<SkeletonRows count={8} label={t('viewer.loading')} />}>
        <PdfView url={file.url} source={source} passages={passages} />
      </Suspense>
    )
  if (file && passages.length === 0) return <UnreadNote state={file.state} hasBytes={file.url !== null} />
  const reading = {
    passages,
    source,
    isPage: file?.pageUrl !== undefined,
    before: text.hasPreviousPage ? () => void text.fetchPreviousPage() : null,
    after: text.hasNextPage ? () => void text.fetchNextPage() : null,
    isLoading: text.isFetching,
  }
  const isSheet = ending === 'csv' || ending === 'xls' || ending === 'xlsx'
  return (
    <>
      {file?.pageUrl !== undefined && <PageAddress url={file.pageUrl} />}
      {isSheet ? <SheetView {...reading} /> : <TextView {...reading} />}
    </>
  )
}

/** Where a text was fetched from, to be looked at as it is now. */
function PageAddress({ url }: { url: string }) {
  const { t } = useTranslation('sources')
  return (
    <p className={styles.origin}>
      {t('viewer.page')}{' '}
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{url}</bdi>
      </a>
    </p>
  )
}
