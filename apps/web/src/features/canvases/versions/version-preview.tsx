import type { AccountId, Canvas, CanvasBlock, CanvasVersion, OpenedCanvasVersion } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canvasVersionQuery } from '../../../entities/canvases/canvas-versions.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { oneOf } from '../../../lib/text/parse.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { ConversationLabelsProvider, MarkdownView, useConversationWords } from '../../conversation/index.ts'
import { ComparedText } from './compared-text.tsx'
import styles from './versions.module.css'

const views = ['text', 'previous', 'present'] as const
const viewOf = oneOf(...views)

type VersionPreviewProps = {
  accountId: AccountId
  canvas: Canvas
  version: CanvasVersion
  previous: CanvasVersion | undefined
  /** The document as it is in the editor. */
  presentBlocks: () => CanvasBlock[]
}

/** The text of a version, or its changes: since the version before, or until now. */
export function VersionPreview(props: VersionPreviewProps) {
  const { accountId, canvas, version, previous } = props
  const { t } = useTranslation('canvases')
  const [view, setView] = useState<(typeof views)[number]>('text')
  const opened = useQuery(canvasVersionQuery(accountId, canvas.canvasId, version.number))
  const offered = views.filter((one) => one !== 'previous' || previous !== undefined)
  const shown = offered.includes(view) ? view : 'text'
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('versions.view')}
        value={shown}
        onChange={(value) => setView(viewOf(value) ?? 'text')}
        data={offered.map((value) => ({
          value,
          label: t(`versions.view.${value}`),
        }))}
      />
      <div className={styles.preview} role="group" aria-label={t('versions.preview')}>
        <Loaded
          query={opened}
          compact
          skeleton={<SkeletonRows count={5} label={t('versions.loading')} />}
          failed={t('versions.failed')}
        >
          {(loaded) => <Content {...props} loaded={loaded} view={shown} />}
        </Loaded>
      </div>
    </>
  )
}

type ContentProps = VersionPreviewProps & {
  loaded: OpenedCanvasVersion
  view: (typeof views)[number]
}

function Content({ accountId, canvas, previous, presentBlocks, loaded, view }: ContentProps) {
  const { t } = useTranslation('canvases')
  const words = useConversationWords()
  const [present] = useState(presentBlocks)
  if (view === 'present') return <ComparedText before={loaded.blocks} after={present} />
  if (view === 'previous' && previous)
    return <SincePrevious accountId={accountId} canvas={canvas} previous={previous} blocks={loaded.blocks} />
  return loaded.markdown === '' ? (
    <p className={styles.same}>{t('versions.empty')}</p>
  ) : (
    <ConversationLabelsProvider value={words}>
      <MarkdownView text={loaded.markdown} dir="auto" headingsBelow={3} />
    </ConversationLabelsProvider>
  )
}

type SincePreviousProps = {
  accountId: AccountId
  canvas: Canvas
  previous: CanvasVersion
  blocks: CanvasBlock[]
}

function SincePrevious({ accountId, canvas, previous, blocks }: SincePreviousProps) {
  const { t } = useTranslation('canvases')
  const earlier = useQuery(canvasVersionQuery(accountId, canvas.canvasId, previous.number))
  return (
    <Loaded
      query={earlier}
      compact
      skeleton={<SkeletonRows count={5} label={t('versions.loading')} />}
      failed={t('versions.failed')}
    >
      {(loaded) => <ComparedText before={loaded.blocks} after={blocks} />}
    </Loaded>
  )
}
