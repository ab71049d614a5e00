import type { AccountId, ChatDetails, TurnId } from '@atrium/contract'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useStore } from '../../../lib/store.ts'
import { SelectionTools } from '../../shaping/index.ts'
import { ChatHeader } from '../screen/chat-header.tsx'
import { chatFind } from '../../../entities/chats/chat-find.ts'
import { chatOutline } from '../../../entities/chats/chat-outline.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { Turns, type TurnsHandle } from './turns.tsx'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'
import { useConversationWords, ConversationLabelsProvider } from '../../conversation/index.ts'

const TemporaryHeader = lazy(() =>
  import('../screen/temporary-header.tsx').then((module) => ({ default: module.TemporaryHeader })),
)
const FindBar = lazy(() => import('../outline/find-bar.tsx').then((module) => ({ default: module.FindBar })))
const OutlineDialog = lazy(() =>
  import('../outline/outline-dialog.tsx').then((module) => ({ default: module.OutlineDialog })),
)

type TranscriptProps = {
  accountId: AccountId
  /** Null while only unsent questions of the chat are known. */
  details: ChatDetails | null
  path: readonly BranchStep[]
  /** The turn to open at, instead of the end. */
  openAt: TurnId | null
  /** The scrolling element; null until it exists. */
  scroller: HTMLElement | null
}

/** The messages of a chat, under its title. */
export function Transcript({ accountId, details, path, openAt, scroller }: TranscriptProps) {
  const { readOnly } = useConversationActions()
  const words = useConversationWords()
  const turns = useRef<TurnsHandle>(null)
  const outline = useStore(chatOutline)
  const hasOutline = path.length > 1
  useEffect(() => {
    if (!hasOutline) return
    chatOutline.set('closed')
    return () => chatOutline.set('none')
  }, [hasOutline])
  const find = useStore(chatFind)
  useEffect(() => {
    chatFind.set('closed')
    return () => chatFind.set('none')
  }, [])
  const closeFind = useCallback(() => chatFind.set('closed'), [])
  const close = useCallback(() => chatOutline.set('closed'), [])
  return (
    <ConversationLabelsProvider value={words}>
      {details?.isTemporary && (
        <Suspense>
          <TemporaryHeader details={details} accountId={accountId} hasOutline={hasOutline} />
        </Suspense>
      )}
      {details?.isTemporary === false && (
        <ChatHeader
          details={details}
          accountId={accountId}
          lastTurnId={path.at(-1)?.outline.turnId ?? null}
          hasOutline={hasOutline}
        />
      )}
      <Turns
        ref={turns}
        accountId={accountId}
        details={details}
        path={path}
        openAt={openAt}
        scroller={scroller}
      />
      {find === 'open' && details !== null && scroller !== null && (
        <Suspense>
          <FindBar
            accountId={accountId}
            chatId={details.chatId}
            path={path}
            turns={turns}
            scroller={scroller}
            onClose={closeFind}
          />
        </Suspense>
      )}
      {outline === 'open' && (
        <Suspense>
          <OutlineDialog
            path={path}
            currentTurnId={turns.current?.turnInView() ?? null}
            onClose={close}
            onJump={(turnId) => turns.current?.jumpTo(turnId)}
          />
        </Suspense>
      )}
      {!readOnly && <SelectionTools />}
    </ConversationLabelsProvider>
  )
}
