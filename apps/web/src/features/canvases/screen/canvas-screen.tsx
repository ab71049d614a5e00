import { type AccountId, type Canvas, type CanvasId, isId, type ThreadId } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { addAskedCanvases } from '../../../entities/canvases/asked-canvases.ts'
import { canvasQuery } from '../../../entities/canvases/canvases.ts'
import { useEnterRoom } from '../../../entities/rooms/use-enter-room.ts'
import { newDraftName } from '../../../entities/turns/composer-draft.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { activeContext } from '../../../lib/api/api.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useWideScreen } from '../../../lib/wide-screen.ts'
import styles from './canvas-screen.module.css'

const ChatScreen = lazy(() =>
  import('../../chat/screen/chat-screen.tsx').then((module) => ({ default: module.ChatScreen })),
)
const CanvasEditor = lazy(() =>
  import('../editor/canvas-editor.tsx').then((module) => ({ default: module.CanvasEditor })),
)

/** `/canvas/{canvasId}`: a canvas, and the chat that it comes from beside it. */
type CanvasScreenProps = {
  canvasId: string
  isChatShown: boolean
  /** The thread to open its comments at. */
  threadId: ThreadId | null
}

export function CanvasScreen({ canvasId, isChatShown, threadId }: CanvasScreenProps) {
  const { accountId } = useStore(activeContext.place)
  if (!isId('canvas', canvasId)) return <MissingCanvas />
  if (accountId === null) return null
  return <ExistingCanvas {...{ accountId, canvasId, isChatShown, threadId }} />
}

type ExistingCanvasProps = CanvasScreenProps & { accountId: AccountId; canvasId: CanvasId }

function ExistingCanvas({ accountId, canvasId, isChatShown, threadId }: ExistingCanvasProps) {
  const { t } = useTranslation('canvases')
  const canvas = useQuery(canvasQuery(accountId, canvasId))
  const [isLost, setLost] = useState(false)
  useEnterRoom(accountId, canvas.data?.room.id)
  if (isLost || (canvas.error instanceof ApiError && canvas.error.code === 'NOT_FOUND'))
    return <MissingCanvas />
  return (
    <Loaded query={canvas} skeleton={<Opening />} failed={t('open.failed')}>
      {(data) => (
        <OpenedCanvas
          accountId={accountId}
          canvas={data}
          isChatShown={isChatShown}
          threadId={threadId}
          onLost={() => setLost(true)}
        />
      )}
    </Loaded>
  )
}

type OpenedCanvasProps = {
  accountId: AccountId
  canvas: Canvas
  isChatShown: boolean
  threadId: ThreadId | null
  onLost: () => void
}

function OpenedCanvas({ accountId, canvas, isChatShown, threadId, onLost }: OpenedCanvasProps) {
  const { t } = useTranslation('canvases')
  const isWide = useWideScreen()
  const [tab, setTab] = useState<'canvas' | 'chat'>('canvas')
  const hasChat = canvas.chatId !== null
  const isBeside = isWide && hasChat && isChatShown
  const isInTabs = !isWide && hasChat
  usePageTitle(canvas.title)
  const navigate = useNavigate()
  /** Puts the canvas into the next question: of its chat, else of a new one in its room. */
  const ask = () => {
    const { canvasId, chatId } = canvas
    addAskedCanvases(chatId ?? newDraftName(accountId), [canvasId])
    if (chatId === null) void navigate({ to: '/chat' })
    else if (isInTabs) setTab('chat')
    else if (!isBeside)
      void navigate({ to: '/canvas/$canvasId', params: { canvasId }, search: { chat: true }, replace: true })
  }
  return (
    <div className={styles.layout} data-beside={isBeside || undefined}>
      {isInTabs && (
        <div className={styles.tabs}>
          <SegmentedControl
            fullWidth
            aria-label={t('chat.tabs')}
            value={tab}
            onChange={(chosen) => setTab(chosen === 'chat' ? 'chat' : 'canvas')}
            data={[
              { value: 'canvas', label: t('chat.tab.canvas') },
              { value: 'chat', label: t('chat.tab.chat') },
            ]}
          />
        </div>
      )}
      {(isBeside || (isInTabs && tab === 'chat')) && canvas.chatId !== null && (
        <section className={styles.chat} aria-label={t('chat.tab.chat')}>
          <Suspense fallback={<Opening />}>
            <ChatScreen chatId={canvas.chatId} />
          </Suspense>
        </section>
      )}
      {/* Stays open behind the other tab: leaving it would disconnect. */}
      <section className={styles.canvas} aria-label={canvas.title} hidden={isInTabs && tab === 'chat'}>
        <Suspense fallback={<Opening />}>
          <CanvasEditor
            accountId={accountId}
            canvas={canvas}
            isWide={isWide}
            isChatShown={isBeside}
            threadId={threadId}
            onAsk={ask}
            onLost={onLost}
          />
        </Suspense>
      </section>
    </div>
  )
}

function Opening() {
  const { t } = useTranslation('canvases')
  return (
    <div className={styles.opening}>
      <SkeletonRows count={6} label={t('open.loading')} />
    </div>
  )
}

function MissingCanvas() {
  const { t } = useTranslation('canvases')
  return (
    <EmptyState
      title={t('missing.title')}
      text={t('missing.text')}
      action={<Button renderRoot={(props) => <Link {...props} to="/canvas" />}>{t('missing.action')}</Button>}
    />
  )
}
