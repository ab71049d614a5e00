import type { AccountId, ChatDetails, TurnId } from '@atrium/contract'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useStore } from '../../lib/store.ts'
import { ConversationLabelsProvider } from '../conversation/index.ts'
import { SelectionToolbar } from '../shaping/selection-toolbar.tsx'
import { ChatHeader } from './chat-header.tsx'
import { chatOutline } from './chat-outline.ts'
import { useConversationActions } from './conversation-actions.tsx'
import { TemporaryHeader } from './temporary-header.tsx'
import { Turns, type TurnsHandle } from './turns.tsx'
import type { BranchStep } from './turn-tree.ts'
import { useConversationWords } from './use-conversation-words.ts'

const OutlineDialog = lazy(() =>
  import('./outline-dialog.tsx').then((module) => ({ default: module.OutlineDialog })),
)

type TranscriptProps = {
  accountId: AccountId
  /** Null while only unsent questions of the chat are known. */
  details: ChatDetails | null
  path: readonly BranchStep[]
  /** The turn to begin at, instead of the end. */
  openAt: TurnId | null
  /** What scrolls; null until it is there. */
  scroller: HTMLElement | null
}

/** What was said in a chat, under its title. */
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
  const close = useCallback(() => chatOutline.set('closed'), [])
  return (
    <ConversationLabelsProvider value={words}>
      {details?.isTemporary && (
        <TemporaryHeader details={details} accountId={accountId} hasOutline={hasOutline} />
      )}
      {details?.isTemporary === false && (
        <ChatHeader details={details} accountId={accountId} hasOutline={hasOutline} />
      )}
      <Turns
        ref={turns}
        accountId={accountId}
        details={details}
        path={path}
        openAt={openAt}
        scroller={scroller}
      />
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
      {!readOnly && <SelectionToolbar />}
    </ConversationLabelsProvider>
  )
}
