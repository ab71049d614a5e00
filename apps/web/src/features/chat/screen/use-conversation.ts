import {
  mintId,
  type AccountId,
  type ChatDetails,
  type ChatId,
  type ChatShare,
  type RoomId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { queryClient } from '../../../lib/query-client.ts'
import { readAsked } from '../../../entities/files/asked-bases.ts'
import { showError } from '../../../lib/toasts/show-error.ts'
import { comparedQuestions, isFirstAnswer } from '../../../entities/turns/compared-questions.ts'
import { anotherAnswer, askedAgain, newQuestion, restOfAnswer } from '../../../entities/turns/asked-here.ts'
import { runningAnswers, useIsStopping, useRunningIn } from '../../../entities/chats/live-answers.ts'
import { chatChanges, chatKeys } from '../../../entities/chats/queries.ts'
import type { TurnActions } from '../../../entities/turns/conversation-actions.tsx'
import type { AskContext, AskedHere } from '../../../entities/turns/running-answer.ts'
import { turnsOnScreen } from '../../../entities/turns/shown-turns.ts'
import { branchEnd, branchOf } from '../../../entities/turns/turn-tree.ts'

export type ConversationPlace = {
  chatId: ChatId
  isNew: boolean
  /** Null for a new chat and while only its unsent questions are known. */
  details: ChatDetails | null
  /** The turn to open the chat at, instead of its end. */
  openAt: TurnId | null
  accountId: AccountId
  roomId: RoomId | null
  author: { id: UserId; name: string }
  /** The new chat will be temporary. */
  isTemporary: boolean
  /** How a new chat will be shared with its room. */
  newChatShare: ChatShare
}

/** The visible turns and all actions of a conversation, independent of its layout. */
export function useConversation({
  chatId,
  isNew,
  details,
  openAt,
  accountId,
  roomId,
  author,
  isTemporary: isToBeTemporary,
  newChatShare,
}: ConversationPlace) {
  const navigate = useNavigate()
  const running = useRunningIn(chatId)
  const turns = useMemo(() => turnsOnScreen(details, running), [details, running])
  // The reader's branch stays, even when others ask in the chat meanwhile.
  const [viewedTurnId, setViewedTurnId] = useState<TurnId | null>(
    () => openAt ?? details?.currentTurnId ?? null,
  )
  const path = useMemo(() => branchOf(turns, viewedTurnId), [turns, viewedTurnId])
  const end = path.at(-1)
  const last = end?.turn ?? null
  const { id: authorId, name: authorName } = author
  const askedInRoom = details?.roomId ?? roomId
  const context = useMemo<AskContext>(
    () => ({ userId: authorId, accountId, roomId: askedInRoom }),
    [authorId, accountId, askedInRoom],
  )
  // Nobody else's branch changes with what a reader looks at.
  const remembersBranch = details?.relation === 'owner'
  const isTemporary = details?.isTemporary ?? (isNew && isToBeTemporary)
  useAttachToOpenTurns(chatId, details, context)

  const ask = useCallback(
    (asked: AskedHere, comparedModelIds: readonly string[] = []) => {
      const request = {
        ...asked.request,
        ...(isTemporary && { isTemporary }),
        ...(isNew && !isTemporary && { share: newChatShare }),
      }
      const whole = { ...asked, request }
      if (isNew)
        seedChat(accountId, chatId, context, {
          modifiers: request.modifiers ?? {},
          isTemporary,
          usesRoomFiles: request.usesRoomFiles ?? true,
          usesWeb: request.usesWeb ?? false,
          usesTools: request.usesTools ?? false,
          share: request.share ?? 'none',
        })
      const answers = comparedModelIds.length > 0 ? comparedQuestions(whole, comparedModelIds) : [whole]
      for (const answer of answers) runningAnswers.ask(answer, context)
      setViewedTurnId(asked.request.turnId)
      if (isNew) void navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    },
    [accountId, chatId, context, isNew, isTemporary, newChatShare, navigate],
  )

  const isOpenChat = details?.share === 'open'
  const endIds = end?.compared?.map(({ outline }) => outline.turnId) ?? (end ? [end.outline.turnId] : [])
  const answeringIds = running
    .filter(({ turnId, refusal }) => refusal === null && endIds.includes(turnId))
    .map(({ turnId }) => turnId)
  const isStopping = useIsStopping(answeringIds)

  // Only the actions of a turn; stable during streaming and typing.
  const actions = useMemo(
    (): TurnActions => ({
      askQuestion: (text, parentTurnId, how, attachments = [], mentions = [], replacesTurnId) => {
        const author = { id: authorId, name: authorName }
        const baseIds = readAsked(chatId).map(({ id }) => id)
        const asked = { chatId, parentTurnId, text, attachments, mentions, replacesTurnId }
        const made = newQuestion({ ...asked, author, baseIds, ...how })
        // Somebody else may have asked at the same moment: the question then waits.
        const isLast = isOpenChat && replacesTurnId === undefined
        ask(isLast ? { ...made, request: { ...made.request, isLast } } : made, how.comparedModelIds)
      },
      answerAgain: (turn, how) => {
        const refused = withdrawWhole(chatId, turn.turnId)
        if (refused === null) return ask(anotherAnswer(chatId, turn, how))
        const isSame = how.modelId === refused.request.modelId
        const compared = refused.request.comparison?.map(({ modelId }) => modelId)
        ask(askedAgain(refused, how), isSame ? compared : [])
      },
      continueAnswer: (turn) => ask(restOfAnswer(chatId, turn)),
      takeBack: (turnId) => withdrawWhole(chatId, turnId),
      walkTo: (turnId) => {
        const end = branchEnd(turns, turnId)
        setViewedTurnId(end)
        // A failed save of the choice is not worth an error: the branch is shown anyway.
        if (remembersBranch)
          chatChanges(accountId)
            .read(chatId, end)
            .catch(() => undefined)
      },
    }),
    [ask, accountId, authorId, authorName, chatId, isOpenChat, remembersBranch, turns],
  )
  return {
    path,
    /** The turn at the end of this branch; null while only outlined. */
    last,
    lastTurnId: end?.outline.turnId ?? null,
    actions,
    askQuestion: actions.askQuestion,
    /** Whether further questions wait in one queue that everybody in the chat sees. */
    hasSharedQueue: isOpenChat,
    /** The turn at the end of this branch, while its answer, or one compared with it, is running. */
    answering: answeringIds.length > 0 ? last : null,
    isStopping,
    /** Stops the answers at the end of this branch; a question that can't be sent for lack of a connection is returned instead. */
    stop: (): AskedHere | null => {
      const unsent = running.find(
        ({ turnId, connection, accepted }) =>
          connection === 'reconnecting' && !accepted && answeringIds.includes(turnId),
      )
      if (unsent !== undefined) return withdrawWhole(chatId, unsent.turnId)
      Promise.all(answeringIds.map((turnId) => runningAnswers.stop(turnId))).catch(() =>
        showError('chat:stop.failed'),
      )
      return null
    },
  }
}

export type Conversation = ReturnType<typeof useConversation>

/** Cancels a question that the server has not accepted, or has refused, with all answers of its comparison. */
function withdrawWhole(chatId: ChatId, turnId: TurnId): AskedHere | null {
  const comparison = runningAnswers.answerOf(turnId)?.asked?.request.comparison
  if (comparison === undefined) return runningAnswers.withdraw(turnId)
  const members = runningAnswers
    .answersIn(chatId)
    .filter((answer) => comparison.some((member) => member.turnId === answer.turnId))
  if (members.some(({ accepted }) => accepted)) return null
  const withdrawn = members.flatMap((answer) => runningAnswers.withdraw(answer.turnId) ?? [])
  return withdrawn.find(isFirstAnswer) ?? withdrawn[0] ?? null
}

/** Attaches to every running answer of the chat, including other people's and other devices'. */
function useAttachToOpenTurns(chatId: ChatId, details: ChatDetails | null, context: AskContext) {
  useEffect(() => {
    for (const { turnId, state, parts, lastEventId } of details?.turns ?? []) {
      if (state === 'open') runningAnswers.attach({ turnId, chatId, context, parts, lastEventId })
    }
  }, [chatId, details, context])
}

/** Creates the chat locally; the server learns of it with its first question. */
function seedChat(
  accountId: AccountId,
  chatId: ChatId,
  { userId: ownerId, roomId }: AskContext,
  {
    modifiers,
    isTemporary,
    usesRoomFiles,
    usesWeb,
    usesTools,
    share,
  }: Pick<ChatDetails, 'modifiers' | 'isTemporary' | 'usesRoomFiles' | 'usesWeb' | 'usesTools' | 'share'>,
) {
  if (roomId === null) return
  const createdAt = new Date().toISOString()
  queryClient.setQueryData<ChatDetails>(chatKeys.details(accountId, chatId), {
    chatId,
    chatTitle: '',
    roomId,
    readOnly: false,
    share,
    relation: 'owner',
    owner: { id: ownerId, name: '', pictureUrl: null },
    createdAt,
    currentTurnId: null,
    modifiers,
    isTemporary,
    importedFrom: null,
    isFork: false,
    forkedFrom: null,
    isStarred: false,
    isUnseen: false,
    labels: [],
    turns: [],
    outline: [],
    summaries: [],
    queue: [],
    sendsAll: false,
    usesRoomFiles,
    usesWeb,
    usesTools,
  })
}

/** The id of the chat that a visit to `/chat/new` would create. */
export const useFreshChatId = (): ChatId => useState(() => mintId('chat'))[0]
