import type { Attachment, CanvasId, Mention, TurnId } from '@atrium/contract'
import { startTransition, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { createEvent, createStore } from '../../../lib/store.ts'
import { storedWelcome } from '../../../lib/stored.ts'
import type { QuestionFile } from '../../../entities/files/question-file.ts'
import { useComparison } from '../../../entities/models/use-comparison.ts'
import { useModelChoice } from '../../../entities/models/use-model-choice.ts'
import { Announcer } from './announcer.tsx'
import { pictureChanger, usePictureOptions } from '../../pictures/index.ts'
import { ComposerDock, type ComposerHandle } from '../composer/composer-dock.tsx'
import { ConversationActionsProvider } from '../../../entities/turns/conversation-actions.tsx'
import { NewChatSharing, ReadOnlyNote, SharedQueue, TypingLine } from '../../sharing/index.ts'
import { useRoom } from '../../../entities/rooms/use-room.ts'
import { filesOfQueued } from '../../../entities/chats/queue.ts'
import { LatestButton } from './latest-button.tsx'
import { Transcript } from './lazy-transcript.tsx'
import { type ScrollHandle, StickyScroll } from './sticky-scroll.tsx'
import { TemporaryToggle } from './temporary-toggle.tsx'
import { useChatModifiers } from '../composer/use-chat-modifiers.ts'
import { useRoomFiles } from '../composer/tools/use-room-files.ts'
import { useServerTools } from '../composer/tools/use-server-tools.ts'
import { useWebSearch } from '../composer/tools/use-web-search.ts'
import { useConversation, type ConversationPlace } from './use-conversation.ts'
import styles from './chat.module.css'

/** A chat, new or old: its turns and the composer below them. */
export function Conversation(
  given: Omit<ConversationPlace, 'isTemporary' | 'newChatShare'> & { isRoomKnown: boolean },
) {
  const { t } = useTranslation('chat')
  const [isTemporary, setIsTemporary] = useState(false)
  const [keepsPrivate, setKeepsPrivate] = useState(false)
  const room = useRoom()
  // While the room is unknown, nothing is shared, since the author could not see it.
  const roomShare = given.isNew && !isTemporary ? (room?.newChatShare ?? 'none') : 'none'
  const place = { ...given, isTemporary, newChatShare: keepsPrivate ? 'none' : roomShare }
  const { chatId, isNew, details, openAt, accountId } = place
  const askedInRoom = details?.roomId ?? place.roomId
  const conversation = useConversation(place)
  const { path, last, actions } = conversation
  const choice = useModelChoice({
    accountId,
    roomId: details || place.isRoomKnown ? askedInRoom : undefined,
    chatId,
    isNewChat: isNew,
    lastAsked: last && { modelId: last.requestedModelId, style: last.style },
  })
  const comparison = useComparison({ chatId, isNewChat: isNew, models: choice.models })
  const comparedModelIds = useStableList(comparison.modelIds)
  const { modifiers, customise, forgetDraft } = useChatModifiers(place)
  const roomFiles = useRoomFiles({ accountId, roomId: askedInRoom, chatId, details })
  const usesRoomFiles = roomFiles.isOn
  const web = useWebSearch({
    accountId,
    chatId,
    details,
    model: choice.models?.find((model) => model.modelId === choice.modelId),
  })
  const usesWeb = web.isOffered && web.isOn
  const tools = useServerTools({ accountId, roomId: askedInRoom, chatId, details })
  const usesTools = tools.isOffered && tools.isOn
  const [said] = useState(() => createEvent<string>())
  const composer = useRef<ComposerHandle>(null)
  const compose = useCallback(
    (
      text: string,
      attachments?: readonly QuestionFile[],
      mentions?: readonly Mention[],
      canvasIds?: readonly CanvasId[],
    ) => composer.current?.compose(text, attachments, mentions, canvasIds),
    [],
  )
  const attach = useCallback(
    (attachment: Attachment, bytes: Blob) => composer.current?.attach(attachment, bytes),
    [],
  )
  const startsAtEnd = openAt === null
  const [isAtEnd] = useState(() => createStore(startsAtEnd))
  const scroll = useRef<ScrollHandle>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  // Renders its turns in slices, to stay responsive.
  const followScroller = useCallback(
    (element: HTMLElement | null) => startTransition(() => setScroller(element)),
    [],
  )
  const readOnly = details?.readOnly ?? false
  const relation = details?.relation ?? 'owner'
  const share = details?.share ?? 'none'
  const sendsAll = details?.sendsAll ?? false
  const { modelId, style } = choice
  const model = choice.models?.find((one) => one.modelId === modelId) ?? null
  const pictureChoice = usePictureOptions(
    model,
    path.findLast(({ turn }) => turn?.pictureOptions)?.turn?.pictureOptions ?? null,
  )
  const pictureOptions = comparedModelIds.length > 0 ? undefined : (pictureChoice.options ?? undefined)
  const changerId = pictureChanger(choice.models, modelId)?.modelId ?? null
  const chooseModel = useLatest((changer: string) => {
    comparison.choose([])
    choice.chooseModel(changer)
  })
  const changePicture = useMemo(
    () =>
      changerId === null
        ? null
        : (attachment: Attachment, bytes: Blob, text: string) => {
            chooseModel(changerId)
            composer.current?.attach(attachment, bytes)
            if (text !== '') composer.current?.compose(text)
          },
    [changerId, chooseModel],
  )
  const shared = useMemo(
    () => ({
      ...actions,
      // The turn that is opened stays in view, with the rest of its branch below.
      walkTo: (turnId: TurnId) => {
        scroll.current?.stay()
        actions.walkTo(turnId)
      },
      chatId,
      accountId,
      roomId: askedInRoom,
      readOnly,
      relation,
      share,
      readerId: given.author.id,
      isTemporary: details?.isTemporary ?? isTemporary,
      sendsAll,
      how: { modelId, style, modifiers, pictureOptions, usesRoomFiles, usesWeb, usesTools, comparedModelIds },
      announce: said.emit,
      compose,
      attach,
      changePicture,
    }),
    [
      actions,
      chatId,
      accountId,
      askedInRoom,
      readOnly,
      relation,
      share,
      given.author.id,
      details?.isTemporary,
      isTemporary,
      sendsAll,
      modelId,
      style,
      modifiers,
      pictureOptions,
      usesRoomFiles,
      usesWeb,
      usesTools,
      comparedModelIds,
      said,
      compose,
      attach,
      changePicture,
    ],
  )
  const isEmpty = path.length === 0

  return (
    <ConversationActionsProvider value={shared}>
      <div className={styles.screen} data-empty={isEmpty || undefined}>
        {isEmpty && isNew && <TemporaryToggle isOn={isTemporary} onChange={setIsTemporary} />}
        {!isEmpty && (
          <StickyScroll
            ref={scroll}
            label={t('conversation.label')}
            startsAtEnd={startsAtEnd}
            isAtEnd={isAtEnd}
            onScroller={followScroller}
          >
            <Suspense>
              <Transcript
                accountId={accountId}
                details={details}
                path={path}
                openAt={openAt}
                scroller={scroller}
              />
            </Suspense>
          </StickyScroll>
        )}
        <div className={styles.dock}>
          {!isEmpty && <LatestButton isAtEnd={isAtEnd} onPress={() => scroll.current?.toEnd('smooth')} />}
          {details !== null && details.queue.length > 0 && (
            <Suspense>
              <SharedQueue
                accountId={accountId}
                chat={details}
                readerId={given.author.id}
                onEdit={
                  readOnly
                    ? undefined
                    : (question) =>
                        composer.current?.takeBack({
                          text: question.text,
                          mentions: question.mentions,
                          attachments: filesOfQueued(question),
                          canvasIds: question.canvasIds,
                        })
                }
              />
            </Suspense>
          )}
          {share === 'open' && (
            <Suspense>
              <TypingLine chatId={chatId} readerId={given.author.id} />
            </Suspense>
          )}
          {readOnly && details ? (
            <Suspense>
              <ReadOnlyNote
                accountId={accountId}
                chat={details}
                lastTurnId={conversation.answering ? null : conversation.lastTurnId}
              />
            </Suspense>
          ) : (
            <ComposerDock
              key={isNew ? accountId : chatId}
              ref={composer}
              place={place}
              conversation={conversation}
              choice={choice}
              comparison={comparison}
              pictureChoice={pictureChoice}
              modifiers={modifiers}
              roomFiles={roomFiles}
              web={web}
              serverTools={tools}
              onCustomise={customise}
              sharing={
                roomShare !== 'none' &&
                room && (
                  <Suspense>
                    <NewChatSharing
                      roomName={room.name}
                      share={roomShare}
                      isPrivate={keepsPrivate}
                      onChange={setKeepsPrivate}
                    />
                  </Suspense>
                )
              }
              onAsked={() => {
                forgetDraft()
                storedWelcome.remove()
                scroll.current?.toEnd('instant')
              }}
            />
          )}
        </div>
        <Announcer said={said} />
      </div>
    </ConversationActionsProvider>
  )
}

/** The same list while it holds the same ids: the shared actions are memoized. */
function useStableList(ids: readonly string[]): readonly string[] {
  const key = JSON.stringify(ids)
  return useMemo(() => JSON.parse(key) as string[], [key])
}

/** A stable function that calls the one of the last render. */
function useLatest<Given>(run: (given: Given) => void): (given: Given) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((given: Given) => latest.current(given), [])
}
