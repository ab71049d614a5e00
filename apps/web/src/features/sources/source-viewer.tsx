import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { documentEndingOf, isImageName } from '@atrium/contract'
import { ErrorState, SkeletonRows, useFocusBack } from '@atrium/ui'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { claimsOf } from './claims.ts'
import { FindBar } from './find-bar.tsx'
import { ImageView } from './image-view.tsx'
import { OpenOrigin } from './open-origin.tsx'
import { type OpenedSource, openedSource } from '../../entities/files/opened-source.ts'
import { SheetView } from './sheet/sheet-view.tsx'
import { fileSheetsQuery, fileTextQuery } from './source-queries.ts'
import { SourceViewerHead } from './source-viewer-head.tsx'
import styles from './source-viewer.module.css'
import { TextView } from './text/text-view.tsx'
import { UnreadNote } from './unread-note.tsx'
import { type FoundPlace, useFinder } from './use-finder.ts'

const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then((module) => ({ default: module.PdfView })))

const close = () => openedSource.set(null)

/** A file beside the page, full screen on a phone; opens at the cited passage, which is highlighted. */
export function SourceViewer({ opened }: { opened: OpenedSource }) {
  const { t } = useTranslation('sources')
  const panel = useRef<HTMLElement>(null)
  const finder = useFinder(opened)
  useFocusBack(true)
  useEffect(() => panel.current?.focus(), [])
  useViewerKeys(panel, () => finder.setOpen(true))
  return (
    <aside
      ref={panel}
      className={styles.viewer}
      role="dialog"
      aria-label={t('viewer.label', { file: opened.fileName })}
      tabIndex={-1}
      data-source-viewer
    >
      <SourceViewerHead opened={opened} onClose={close} onFind={() => finder.setOpen(!finder.isOpen)} />
      {finder.isOpen && <FindBar finder={finder} />}
      <Content
        key={`${opened.fileId} ${opened.source?.number} ${opened.claim}`}
        opened={opened}
        found={finder.shown}
      />
    </aside>
  )
}

/** Escape closes the viewer, unless something is open above it; Ctrl/Cmd+F searches its file while it has the focus. */
function useViewerKeys(panel: RefObject<HTMLElement | null>, find: () => void): void {
  const onFind = useRef(find)
  useEffect(() => {
    onFind.current = find
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const isInside = event.target instanceof Node && panel.current?.contains(event.target)
      if (isInside && event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        onFind.current()
      }
      // A menu or a dialog over it closes first.
      if (event.key !== 'Escape' || document.querySelector('[aria-modal="true"]:not([data-source-viewer])'))
        return
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [panel])
}

/** The text of the answer that cites this source. */
const claimsIn = ({ claim, answer, source }: OpenedSource): string[] =>
  claim !== null ? [claim] : source === null ? [] : claimsOf(answer, source.number)

const isOfRows = (fileName: string): boolean =>
  ['csv', 'xls', 'xlsx'].includes(documentEndingOf(fileName) ?? '')

type ContentProps = { opened: OpenedSource; found: FoundPlace | null }

/** A spreadsheet has sheets once it is indexed. */
const Content = (props: ContentProps) =>
  isOfRows(props.opened.fileName) ? <RowsContent {...props} /> : <TextContent {...props} />

function RowsContent({ opened, found }: ContentProps) {
  const { fileId, chatId, source } = opened
  const file = useQuery(fileSheetsQuery(fileId, chatId))
  if (file.data === undefined) return <NotThere query={file} />
  const { sheets = [], state, url, passageCount, pageUrl } = file.data
  if (passageCount === 0) return <UnreadNote state={state} hasBytes={url !== null} />
  if (sheets.length === 0) return <TextContent opened={opened} found={found} />
  return (
    <>
      {pageUrl !== undefined && <PageAddress url={pageUrl} />}
      <SheetView fileId={fileId} chatId={chatId} sheets={sheets} source={source} found={found} />
    </>
  )
}

function TextContent({ opened, found }: ContentProps) {
  const { t } = useTranslation('sources')
  const { fileId, chatId, source } = opened
  const [around, setAround] = useState(source?.first ?? 0)
  const text = useInfiniteQuery(fileTextQuery(fileId, chatId, around))
  const [file] = text.data?.pages ?? []
  if (text.data === undefined || file === undefined) return <NotThere query={text} />
  const passages = text.data.pages.flatMap((page) => page.passages)
  if (file.origin !== undefined && source !== null) {
    const cited = passages.filter(({ position }) => position >= source.first && position <= source.last)
    const passage = cited.map((one) => one.text).join('\n')
    return <OpenOrigin origin={file.origin} passage={passage} claims={claimsIn(opened)} />
  }
  // Web sources are opened by title; only their file has the type.
  if (isOfRows(file.name) && !isOfRows(opened.fileName))
    return <RowsContent opened={{ ...opened, fileName: file.name }} found={found} />
  if (file.url !== null && documentEndingOf(file.name) === 'pdf')
    return (
      <Suspense fallback={<SkeletonRows count={8} label={t('viewer.loading')} />}>
        <PdfView url={file.url} source={source} passages={passages} found={found} claims={claimsIn(opened)} />
      </Suspense>
    )
  const image = file.url !== null && isImageName(file.name) && <ImageView url={file.url} name={file.name} />
  if (passages.length === 0)
    return (
      <>
        {image}
        <UnreadNote state={file.state} hasBytes={file.url !== null} />
      </>
    )
  const isFar = found !== null && !passages.some(({ position }) => position === found.position)
  if (isFar && around !== found.position) setAround(found.position)
  return (
    <>
      {file.pageUrl !== undefined && <PageAddress url={file.pageUrl} />}
      {image}
      <TextView
        passages={passages}
        source={source}
        claims={claimsIn(opened)}
        found={found}
        isPage={file.pageUrl !== undefined}
        before={text.hasPreviousPage ? () => void text.fetchPreviousPage() : null}
        after={text.hasNextPage ? () => void text.fetchNextPage() : null}
        isLoading={text.isFetching}
      />
    </>
  )
}

/** While a file is opening, and when that fails. */
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

/** The URL that a text was fetched from, to see the current page. */
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
