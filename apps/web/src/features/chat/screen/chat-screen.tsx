import { Button } from '@mantine/core'
import { type ChatId, isId, type TurnId } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { activeContext } from '../../../lib/api/api.ts'
import { errorDetail } from '../../../lib/text/error-text.ts'
import { useStore } from '../../../lib/store.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { ReturnedQuestions } from '../../sharing/index.ts'
import { lostChats } from '../../../entities/rooms/lost-rooms.ts'
import { useEnterRoom } from '../../../entities/rooms/use-enter-room.ts'
import { Conversation } from './conversation.tsx'
import { useLeaveTemporary } from './leave-temporary.ts'
import { preloadTranscript, useTranscriptTried } from './lazy-transcript.tsx'
import { useRunningIn } from '../../../entities/chats/live-answers.ts'
import { useForgottenOffline, useKeptOffline } from '../../../entities/chats/keep-offline.ts'
import { chatQuery } from '../../../entities/chats/queries.ts'
import { useFreshChatId, type ConversationPlace } from './use-conversation.ts'
import { usePresence } from '../../../entities/chats/presence.ts'
import { readJobsOf } from '../../../entities/agent-jobs/follow-invocations.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import styles from './chat.module.css'

const LostChat = lazy(() =>
  import('../../rooms/lost-chat.tsx').then((module) => ({ default: module.LostChat })),
)

/** The chat of the address; 'new' is a new one. Opens at a given turn, else at its end. */
export function ChatScreen({ chatId, openAt = null }: { chatId: string; openAt?: TurnId | null }) {
  const place = usePlace()
  if (place === null) return null
  if (chatId === 'new') return <NewChat {...place} />
  return isId('chat', chatId) ? (
    <ExistingChat key={`${chatId} ${openAt}`} chatId={chatId} openAt={openAt} {...place} />
  ) : (
    <MissingChat />
  )
}

type Place = Pick<ConversationPlace, 'accountId' | 'roomId' | 'author'> & { isRoomKnown: boolean }

/** The asker, account and room; null while they are being determined. */
function usePlace(): Place | null {
  const { accountId, roomId } = useStore(activeContext.place)
  const user = useUser()
  if (accountId === null || user === null) return null
  return {
    accountId,
    roomId: roomId ?? null,
    isRoomKnown: roomId !== undefined,
    author: { id: user.id, name: user.displayName },
  }
}

function NewChat(place: Place) {
  const chatId = useFreshChatId()
  return <Conversation {...place} chatId={chatId} isNew openAt={null} details={null} />
}

function ExistingChat({ chatId, openAt, ...place }: Place & { chatId: ChatId; openAt: TurnId | null }) {
  const { t } = useTranslation(['chat', 'common'])
  // Loads in parallel with the chat.
  useEffect(preloadTranscript, [])
  const isReadable = useTranscriptTried()
  const chat = useQuery(chatQuery(place.accountId, chatId))
  useEnterRoom(place.accountId, chat.data?.roomId)
  useMarkSeen(place.accountId, chat.data)
  useEffect(() => readJobsOf(chatId), [chatId])
  useKeptOffline(chat.data, place.author.id)
  // Only in a chat that the server has: without a turn, its first question is still on its way.
  const isStored = chat.data !== undefined && chat.data.currentTurnId !== null
  usePresence(place.accountId, chatId, isStored && chat.data.share === 'open')
  useLeaveTemporary(place.accountId, chatId, chat.data?.isTemporary ?? false)
  const running = useRunningIn(chatId)
  // Stops showing a chat that has been deleted.
  const isMissing = chat.error instanceof ApiError && chat.error.code === 'NOT_FOUND'
  useForgottenOffline(chatId, isMissing)
  // Questions that the server has not taken yet are a chat too.
  const isAskedHere = running.some((answer) => answer.asked !== null)
  const isThere = chat.data !== undefined || isAskedHere
  const isReady = isThere && isReadable
  // Renders a newly loaded chat in slices, to stay responsive; a cached one at once.
  const isDrawn = useDeferredValue(isReady)
  const lostRoom = useStore(lostChats).get(chatId)
  const returned = (
    <Suspense>
      <ReturnedQuestions accountId={place.accountId} chatId={chatId} />
    </Suspense>
  )
  if (lostRoom)
    return (
      <>
        <Suspense>
          <LostChat room={lostRoom} />
        </Suspense>
        {returned}
      </>
    )
  if (isMissing && !isAskedHere)
    return (
      <>
        <MissingChat />
        {returned}
      </>
    )
  if (isReady && isDrawn) {
    return (
      <Conversation
        key={chat.data ? 'loaded' : 'unsent'}
        {...place}
        chatId={chatId}
        isNew={false}
        openAt={openAt}
        details={chat.data ?? null}
      />
    )
  }
  if (chat.isPending || isThere) return <LoadingChat />
  const retry = (
    <Button variant="default" onClick={() => void chat.refetch()}>
      {t('common:action.tryAgain')}
    </Button>
  )
  return <ErrorState title={t('failed.title')} text={errorDetail(chat.error)} action={retry} />
}

function LoadingChat() {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.loading}>
      <SkeletonRows count={5} label={t('loading')} />
    </div>
  )
}

function MissingChat() {
  const { t } = useTranslation('chat')
  const action = (
    <Button renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}>
      {t('missing.action')}
    </Button>
  )
  return <EmptyState title={t('missing.title')} text={t('missing.text')} action={action} />
}
