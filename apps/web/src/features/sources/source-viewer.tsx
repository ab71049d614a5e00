import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { documentEndingOf } from '@atrium/contract'
import { ErrorState, SkeletonRows, useFocusBack } from '@atrium/ui'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { LoadFailure } from '../lists/load-failure.tsx'
import { type OpenedSource, openedSource } from './opened-source.ts'
import { SheetView } from './sheet-view.tsx'
import { fileSheetsQuery, fileTextQuery } from './source-queries.ts'
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

/** A file of rows has sheets, once it is read. */
function Content({ opened }: { opened: OpenedSource }) {
  const ending = documentEndingOf(opened.fileName)
  const isOfRows = ending === 'csv' || ending === 'xls' || ending === 'xlsx'
  return isOfRows ? <RowsContent opened={opened} /> : <TextContent opened={opened} />
}

function RowsContent({ opened }: { opened: OpenedSource }) {
  const { fileId, chatId, source } = opened
  const file = useQuery(fileSheetsQuery(fileId, chatId))
  if (file.data === undefined) return <NotThere query={file} />
  const { sheets = [], state, url, passageCount, pageUrl } = file.data
  if (passageCount === 0) return <UnreadNote state={state} hasBytes={url !== null} />
  if (sheets.length === 0) return <TextContent opened={opened} />
  return (
    <>
      {pageUrl !== undefined && <PageAddress url={pageUrl} />}
      <SheetView fileId={fileId} chatId={chatId} sheets={sheets} source={source} />
    </>
  )
}

function TextContent({ opened }: { opened: OpenedSource }) {
  const { t } = useTranslation('sources')
  const { fileId, chatId, source } = opened
  const text = useInfiniteQuery(fileTextQuery(fileId, chatId, source?.first ?? 0))
  if (text.data === undefined) return <NotThere query={text} />
  const [file] = text.data.pages
  const passages = text.data.pages.flatMap((page) => page.passages)
  if (documentEndingOf(opened.fileName) === 'pdf' && file?.url)
    return (
      <Suspense fallback={<SkeletonRows count={8} label={t('viewer.loading')} />}>
        <PdfView url={file.url} source={source} passages={passages} />
      </Suspense>
    )
  if (file && passages.length === 0) return <UnreadNote state={file.state} hasBytes={file.url !== null} />
  return (
    <>
      {file?.pageUrl !== undefined && <PageAddress url={file.pageUrl} />}
      <TextView
        passages={passages}
        source={source}
        isPage={file?.pageUrl !== undefined}
        before={text.hasPreviousPage ? () => void text.fetchPreviousPage() : null}
        after={text.hasNextPage ? () => void text.fetchNextPage() : null}
        isLoading={text.isFetching}
      />
    </>
  )
}

/** While a file is being opened, and when it cannot be. */
function NotThere({ query }: Pick<Parameters<typeof LoadFailure>[0], 'query'>) {
  const { t } = useTranslation('sources')
  if (query.error === null)
    return (
      <div className={styles.waiting}>
        <SkeletonRows count={8} label={t('viewer.loading')} />
      </div>
    )
  const isGone = query.error instanceof ApiError && query.error.code === 'NOT_FOUND'
  if (isGone) return <ErrorState title={t('viewer.gone')} text={t('viewer.gone.text')} />
  return <LoadFailure title={t('viewer.failed')} query={query} />
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
