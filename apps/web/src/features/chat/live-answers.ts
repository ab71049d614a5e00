import type { AccountId, ChatDetails, ChatId, TurnId, UserId } from '@atrium/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, session } from '../../lib/api.ts'
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
/** The cache that ended answers go to: that of the page, from when it follows an account. */
let cache: QueryClient | null = null

/** The answers being written, in this tab: one store for the life of the page. */
export const runningAnswers = createRunningAnswers({
  transport: answerTransport(api),
  outbox: createOutbox(localStorage),
  wakeUps,
  pace: createFramePacer,
  onAccepted: reloadChat,
  onEnded: (answer) => {
    keepEnded(answer)
    reloadChat(answer)
    reloadBalances()
  },
  onGone: reloadChat,
})

/** A turn that is being written; null once it is in the chat. Changes at most once a frame. */
export const useRunningAnswer = (turnId: TurnId): RunningAnswer | null =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answerOf(turnId))

/** The running turns of a chat, without following their words. */
export const useRunningIn = (chatId: ChatId): readonly RunningAnswer[] =>
  useSyncExternalStore(runningAnswers.subscribe, () => runningAnswers.answersIn(chatId))

/**
 * Follows an account for a person: sends what an earlier page left unsent, hears of what happens in other tabs and on
 * other devices. Returns how to leave; the answers go on on the server.
 */
export function followAccount(queries: QueryClient, { userId, accountId }: { userId: UserId; accountId: AccountId }): () => void {
  cache = queries
  runningAnswers.resume({ userId, accountId })
  const leaveNotices = followNotices({
    accountId, wakeUps, lead: leadByLock, openStream: noticesOf(api),
    tabs: new BroadcastChannel(`atrium.notices.${accountId}`),
    hear: (heard) => hear(queries, accountId, heard),
  })
  return () => {
    leaveNotices()
    runningAnswers.leaveAll()
  }
}

function hear(queries: QueryClient, accountId: AccountId, heard: Heard) {
  switch (heard.type) {
    case 'turn-opened':
    case 'turn-closed':
    case 'chat-changed':
      // The lists know this chat's title, date and whether an answer is being written.
      reload(queries, accountId, heard.chatId)
      if (heard.type === 'turn-closed') reloadBalances()
      return
    case 'credits-changed':
      return reloadBalances()
    case 'session-ended':
      // Asking anything tells whether it was this session; if so, the session's own road leads to the sign-in.
      return reloadBalances()
    case 'missed-some':
      void queries.invalidateQueries({ queryKey: chatKeys.all(accountId) })
      return reloadBalances()
  }
}

function keepEnded(answer: RunningAnswer) {
  if (cache === null) return
  cache.setQueryData<ChatDetails>(chatKeys.details(answer.context.accountId, answer.chatId), (details) => {
    if (details === undefined) return undefined
    const stored = details.turns.find((turn) => turn.turnId === answer.turnId)
    const turn = stored === undefined ? asTurn(answer) : liveTurn(stored, answer)
    return turn === null ? details : withTurn(details, turn)
  })
}

function reloadChat({ context, chatId }: RunningAnswer) {
  if (cache !== null) reload(cache, context.accountId, chatId)
}

function reload(queries: QueryClient, accountId: AccountId, chatId: ChatId) {
  for (const queryKey of [
    chatKeys.details(accountId, chatId), chatKeys.costs(accountId, chatId), chatKeys.recent(accountId), chatKeys.history(accountId),
  ]) {
    void queries.invalidateQueries({ queryKey })
  }
}

// A failure here costs nothing: the balance shown is only a little old, and the session tells of its own end.
function reloadBalances() {
  session.refreshUserInfo().catch(() => undefined)
}
