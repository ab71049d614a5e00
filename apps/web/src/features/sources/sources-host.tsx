import { lazy, Suspense, useEffect } from 'react'
import { activeContext } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store.ts'
import { openedSource } from '../../entities/files/opened-source.ts'
import { endPreview, previewedSource } from './previewed-source.ts'

const SourcePreview = lazy(() =>
  import('./source-preview.tsx').then((module) => ({ default: module.SourcePreview })),
)
const SourceViewer = lazy(() =>
  import('./source-viewer.tsx').then((module) => ({ default: module.SourceViewer })),
)

/** The preview and the viewer of a page. Both close when the account changes. */
export function SourcesHost() {
  const preview = useStore(previewedSource)
  const opened = useStore(openedSource)
  const { accountId } = useStore(activeContext.place)
  useEffect(
    () => () => {
      openedSource.set(null)
      endPreview()
    },
    [accountId],
  )
  return (
    <Suspense>
      {preview !== null && preview.element.isConnected && <SourcePreview {...preview} />}
      {opened !== null && <SourceViewer opened={opened} />}
    </Suspense>
  )
}
