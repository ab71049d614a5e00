import type { AccountId, ChatDetails, ChatId, TurnId, UserId } from '@atrium/contract'
import { useSyncExternalStore } from 'react'
import { api, session, whereabouts } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { accountsQuery } from '../accounts/queries.ts'
import { reloadKnowledge } from '../context-files/knowledge-keys.ts'
import { reloadMentions } from '../mentions/queries.ts'
import { reloadModels } from '../models/queries.ts'
import { reloadRooms } from '../rooms/queries.ts'
import { answerTransport } from './answer-transport.ts'
import { browserWakeUps } from './back-off.ts'
import { createFramePacer } from './frame-pacer.ts'
import { followNotices, leadByLock, noticesOf, type Heard } from './notice-stream.ts'
import { createOutbox } from './outbox.ts'
import { chatKeys } from './queries.ts'
import type { RunningAnswer } from './running-answer.ts'
import { createRunningAnswers } from './running-answers.ts'
import { asTurn, liveTurn, withTurn } from './shown-turns.ts'

const wakeUps = browserWakeUps()

/** The answers being written, in this tab: one store for the life of the page. */
export const runningAnswers = createRunningAnswers({
  transport: answerTransport(api),
  outbox: createOutbox(),
  wakeUps,
  pace: createFramePacer,
  onAccepted: reloadChat,
  onEnded: (answer) => {
    keepEnded(answer)
    reloadChat(answer)
    reloadAfterEnd(answer.context.accountId, answer.chatId)
  },
  onGone: (answer) => {
    reloadChat(answer)
    // Perhaps its room is gone for this reader.
    void reloadRooms(answer.context.accountId)
  },
})

/** A turn that is being written; null once it is in the chat. Changes at most once a frame. */
export const useRunningAnswer = (turnId: TurnId): RunningAnswer | null =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answerOf(turnId))

/** Whether a turn was told to stop and has not ended yet. */
export const useIsStopping = (turnId: TurnId | null): boolean =>
  useSyncExternalStore(
    runningAnswers.subscribe,
    () => turnId !== null && (runningAnswers.answerOf(turnId)?.stopping ?? false),
  )

/** The running turns of a chat, without following their words. */
export const useRunningIn = (chatId: ChatId): readonly RunningAnswer[] =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answersIn(chatId))

/**
 * Follows the account that the person is in, for the life of the page: sends what an earlier page left unsent and hears
 * what happens in other tabs and on other devices. Leaving an account leaves its answers to the server.
 */
function followWhereabouts() {
  let followed: string | null = null
  let leave = () => {}
  const look = () => {
    const accountId = whereabouts.accountId()
    const state = session.state.get()
    const userId = state.status === 'authenticated' ? state.user.id : null
    const wanted = accountId !== null && userId !== null ? `${userId} ${accountId}` : null
    if (wanted === followed) return
    followed = wanted
    leave()
    leave = accountId !== null && userId !== null ? followAccount(userId, accountId) : () => {}
  }
  whereabouts.place.subscribe(look)
  session.state.subscribe(look)
  look()
}

function followAccount(userId: UserId, accountId: AccountId): () => void {
  runningAnswers.resume({ userId, accountId })
  const leaveNotices = followNotices({
    accountId,
    wakeUps,
    lead: leadByLock,
    openStream: noticesOf(api),
    tabs: new BroadcastChannel(`atrium.notices.${accountId}`),
    hear: (heard) => hear(accountId, heard),
  })
  return () => {
    leaveNotices()
    runningAnswers.leaveAll()
  }
}

function hear(accountId: AccountId, heard: Heard) {
  switch (heard.type) {
    case 'turn-opened':
    case 'turn-closed':
    case 'chat-changed':
      // The lists know this chat's title, date and whether an answer is being written.
      reload(accountId, heard.chatId)
      if (heard.type === 'turn-closed') reloadAfterEnd(accountId, heard.chatId)
      return
    case 'credits-changed':
      return reloadBalances()
    case 'mentioned':
      return void reloadMentions(accountId)
    case 'session-ended':
      // Asking anything tells whether it was this session; if so, the session's own road leads to the sign-in.
      return reloadBalances()
    case 'rooms-changed':
      // A room that is gone is left before its models are asked for.
      return void reloadRooms(accountId).then(() => reloadModels(accountId))
    case 'knowledge-changed':
      return void reloadKnowledge(accountId, heard.roomId)
    case 'role-changed':
    case 'refused':
      // Whether there still is a place in the account, and which, the list of accounts tells.
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      return void reloadRooms(accountId)
    case 'missed-some':
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      void reloadRooms(accountId)
      void queryClient.invalidateQueries({ queryKey: chatKeys.all(accountId) })
      void reloadMentions(accountId)
      void reloadKnowledge(accountId)
      return reloadBalances()
  }
}

function keepEnded(answer: RunningAnswer) {
  // A reader that came after the last event learns how it ended from the chat.
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

function reloadChat({ context, chatId }: RunningAnswer) {
  reload(context.accountId, chatId)
}

function reload(accountId: AccountId, chatId: ChatId) {
  for (const queryKey of [
    chatKeys.details(accountId, chatId),
    chatKeys.recent(accountId),
    chatKeys.history(accountId),
  ]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** The question has its price now. */
function reloadAfterEnd(accountId: AccountId, chatId: ChatId) {
  void queryClient.invalidateQueries({ queryKey: chatKeys.costs(accountId, chatId) })
  reloadBalances()
}

// A failure here costs nothing: the balance shown is only a little old, and the session tells of its own end.
function reloadBalances() {
  session.refreshUserInfo().catch(() => undefined)
}

followWhereabouts()
