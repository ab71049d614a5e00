import type { AccountId, ChatDetails, ChatId, TurnId } from '@atrium/contract'
import { useSyncExternalStore } from 'react'
import { api } from '../../lib/api/api.ts'
import { browserWakeUps } from '../../lib/back-off.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createEvent } from '../../lib/store.ts'
import { translate } from '../../lib/translate.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { answerTransport } from '../turns/answer-transport.ts'
import { createFramePacer } from '../turns/frame-pacer.ts'
import { isFirstAnswer } from '../turns/compared-questions.ts'
import { openTogether } from '../turns/open-together.ts'
import { createOutbox } from '../turns/outbox.ts'
import type { RunningAnswer } from '../turns/running-answer.ts'
import { createRunningAnswers } from '../turns/running-answers.ts'
import { asTurn, liveTurn, withTurn } from '../turns/shown-turns.ts'
import { queueInChat } from './queue.ts'
import { chatKeys } from './queries.ts'
import { reloadChat, reloadCosts } from './reload-chats.ts'
import { type ChangedTurn, createTurnReloads } from './turn-reloads.ts'

/** The reader lost access to an answer that this tab follows, perhaps with its room. Carries its account. */
export const answerGone = createEvent<AccountId>()

/** The answers being written, in this tab: one store for the life of the page. */
export const runningAnswers = createRunningAnswers({
  transport: openTogether(
    answerTransport(api, {
      onFormerGoesOn: () => void showToast(translate('chat:edit.bothCharged'), 'warning'),
    }),
  ),
  outbox: createOutbox(),
  wakeUps: browserWakeUps(),
  pace: createFramePacer,
  onAccepted: (answer) => turnReloads.accepted(changed(answer)),
  onEnded: (answer) => {
    keepEnded(answer)
    turnReloads.ended(changed(answer))
  },
  // A comparison waits as one question.
  onBehind: async ({ asked, context }) => {
    if (isFirstAnswer(asked)) await queueInChat(context.accountId, asked)
  },
  onGone: (answer) => {
    reloadChat(answer.context.accountId, answer.chatId)
    answerGone.emit(answer.context.accountId)
  },
})

/** A running turn; null once it is in the chat. Changes at most once per frame. */
export const useRunningAnswer = (turnId: TurnId): RunningAnswer | null =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answerOf(turnId))

/** Whether one of these turns has a stop request and has not ended yet. */
export const useIsStopping = (turnIds: readonly TurnId[]): boolean =>
  useSyncExternalStore(runningAnswers.subscribe, () =>
    turnIds.some((turnId) => runningAnswers.answerOf(turnId)?.stopping ?? false),
  )

/** The running turns of a chat, without their texts. */
export const useRunningIn = (chatId: ChatId): readonly RunningAnswer[] =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answersIn(chatId))

function keepEnded(answer: RunningAnswer) {
  // A reader that attached after the last event learns the ending from the chat.
  if (answer.end === null) return
  queryClient.setQueryData<ChatDetails>(
    chatKeys.details(answer.context.accountId, answer.chatId),
    (details) => {
      if (details === undefined) return undefined
      const stored = details.turns.find((turn) => turn.turnId === answer.turnId)
      const turn = stored === undefined ? asTurn(answer) : liveTurn(stored, answer)
      return turn === null ? details : withTurn(details, turn)
    },
  )
}

const changed = ({ context, chatId, turnId }: RunningAnswer): ChangedTurn => ({
  accountId: context.accountId,
  chatId,
  turnId,
})

/** Reloads chats when their turns change, whether this tab reads the answer or a notice reports it. */
export const turnReloads = createTurnReloads({
  reloadChat: ({ accountId, chatId }) => reloadChat(accountId, chatId),
  reloadCosts: ({ accountId, chatId }) => reloadCosts(accountId, chatId),
  runningHere: (turnId) => {
    const answer = runningAnswers.answerOf(turnId)
    return answer && (answer.asked === null ? 'read' : 'asked')
  },
})
