import {
  mintId,
  type Attachment,
  type AccountId,
  type ChatDetails,
  type ChatId,
  type Mention,
  type Modifiers,
  type RoomId,
  type Turn,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import { readAsked } from '../knowledge-bases/asked-bases.ts'
import { showError } from './show-error.ts'
import { anotherAnswer, askedAgain, type How, newQuestion, restOfAnswer } from './asked-here.ts'
import { runningAnswers, useIsStopping, useRunningIn } from './live-answers.ts'
import { chatChanges, chatKeys } from './queries.ts'
import type { AskContext, AskedHere } from './running-answer.ts'
import { turnsOnScreen } from './shown-turns.ts'
import { branchEnd, branchOf } from './turn-tree.ts'

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
  /** A new chat is to leave no trace. */
  isTemporary: boolean
}

/** The turns on screen and everything that can be done in a conversation, apart from how it looks. */
export function useConversation({
  chatId,
  isNew,
  details,
  openAt,
  accountId,
  roomId,
  author,
  isTemporary: isToBeTemporary,
}: ConversationPlace) {
  const navigate = useNavigate()
  const running = useRunningIn(chatId)
  const turns = useMemo(() => turnsOnScreen(details, running), [details, running])
  // What this reader looks at stays, whatever others ask in the chat meanwhile.
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
  const isStored = details !== null
  const isTemporary = details?.isTemporary ?? (isNew && isToBeTemporary)
  const isStopping = useIsStopping(last?.turnId ?? null)
  useAttachToOpenTurns(chatId, details, context)

  const ask = useCallback(
    (asked: AskedHere) => {
      const request = { ...asked.request, ...(isTemporary && { isTemporary }) }
      if (isNew)
        seedChat(accountId, chatId, context.roomId, { modifiers: request.modifiers ?? {}, isTemporary })
      runningAnswers.ask({ ...asked, request }, context)
      setViewedTurnId(asked.request.turnId)
      if (isNew) void navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    },
    [accountId, chatId, context, isNew, isTemporary, navigate],
  )

  const isAnswering =
    last !== null && running.some((answer) => answer.turnId === last.turnId && answer.refusal === null)

  // Only what a turn can be asked to do; it stays the same object while words arrive or somebody types.
  const actions = useMemo(
    () => ({
      askQuestion: (
        text: string,
        parentTurnId: TurnId | null,
        how: How,
        attachments: readonly Attachment[] = [],
        mentions: readonly Mention[] = [],
      ) => {
        const author = { id: authorId, name: authorName }
        const baseIds = readAsked(chatId).map(({ id }) => id)
        ask(newQuestion({ chatId, parentTurnId, text, attachments, mentions, author, baseIds, ...how }))
      },
      /** Another answer. A question that the server never took is sent again instead, under new ids. */
      answerAgain: (turn: Turn, how: How) => {
        const refused = runningAnswers.withdraw(turn.turnId)
        ask(refused === null ? anotherAnswer(chatId, turn, how) : askedAgain(refused, how))
      },
      continueAnswer: (turn: Turn) => ask(restOfAnswer(chatId, turn)),
      /** Takes back an unsent or refused question; its text is free again. */
      takeBack: (turnId: TurnId) => runningAnswers.withdraw(turnId),
      /** Opens the branch of a turn, to its end. */
      walkTo: (turnId: TurnId) => {
        const end = branchEnd(turns, turnId)
        setViewedTurnId(end)
        // Not remembered is no reason to disturb the reader: the branch is there and shows.
        if (isStored)
          chatChanges(accountId)
            .read(chatId, end)
            .catch(() => undefined)
      },
    }),
    [ask, accountId, authorId, authorName, chatId, isStored, turns],
  )
  return {
    path,
    /** The turn at the end of this branch; null while it is only known in outline. */
    last,
    lastTurnId: end?.outline.turnId ?? null,
    actions,
    askQuestion: actions.askQuestion,
    /** The turn at the end of this branch, while it is being answered. */
    answering: isAnswering ? last : null,
    isStopping,
    /** Stops an answer; a question that is still on its way without a connection comes back instead. */
    stop: (turnId: TurnId): AskedHere | null => {
      const answer = runningAnswers.answerOf(turnId)
      if (answer?.connection === 'reconnecting' && !answer.accepted) return runningAnswers.withdraw(turnId)
      runningAnswers.stop(turnId).catch(() => showError('chat:stop.failed'))
      return null
    },
  }
}

export type Conversation = ReturnType<typeof useConversation>
export type TurnActions = Conversation['actions']

/** Reads on in every answer of the chat that is being written, whoever asked and wherever. */
function useAttachToOpenTurns(chatId: ChatId, details: ChatDetails | null, context: AskContext) {
  useEffect(() => {
    for (const { turnId, state, parts, lastEventId } of details?.turns ?? []) {
      if (state === 'open') runningAnswers.attach({ turnId, chatId, context, parts, lastEventId })
    }
  }, [chatId, details, context])
}

/** The chat begins here; the server hears of it with its first question. */
function seedChat(
  accountId: AccountId,
  chatId: ChatId,
  roomId: RoomId | null,
  { modifiers, isTemporary }: { modifiers: Modifiers; isTemporary: boolean },
) {
  if (roomId === null) return
  const createdAt = new Date().toISOString()
  queryClient.setQueryData<ChatDetails>(chatKeys.details(accountId, chatId), {
    chatId,
    chatTitle: '',
    roomId,
    readOnly: false,
    createdAt,
    currentTurnId: null,
    modifiers,
    isTemporary,
    importedFrom: null,
    isStarred: false,
    isUnseen: false,
    labels: [],
    turns: [],
    outline: [],
    summaries: [],
    sendsAll: false,
  })
}

/** The id of the chat that a visit to `/chat/new` would begin. */
export const useFreshChatId = (): ChatId => useState(() => mintId('chat'))[0]
