import { type AccountId, type ChatId, limits, listRecentChats } from '@atrium/contract'
import { translate } from '../../lib/translate.ts'
import { api } from '../../lib/api/api.ts'
import { notifiesBrowser, showBrowserNotice } from '../../features/preferences/index.ts'

/** Chats to report when this tab is looked at again. */
const waiting = new Map<ChatId, AccountId>()

const isLookedAt = (chatId: ChatId): boolean =>
  document.visibilityState === 'visible' && location.pathname === `/chat/${chatId}`

/**
 * Notifies the person that an answer has finished in a chat that they aren't looking at: in the app when it is visible; otherwise
 * by a browser notification, if allowed, and in the app when they return. Skips chats opened meanwhile in any tab, as the server
 * knows.
 */
export async function notifyOfAnswer(accountId: AccountId, chatId: ChatId): Promise<void> {
  if (isLookedAt(chatId)) return
  // Not the visible list's query: its changes would cancel the call.
  const query = { limit: String(limits.recentChats) }
  const place = { accountId, roomId: null }
  const { message: chats } = await api.call(listRecentChats, { query }, { place })
  const chat = chats.find((one) => one.chatId === chatId)
  if (chat === undefined || !chat.isUnseen || chat.isAnswering || isLookedAt(chatId)) return
  const title = chat.chatTitle || translate('chat:header.untitled')
  if (document.visibilityState === 'visible') return await showAnswerToast(chatId, title)
  if (notifiesBrowser())
    showBrowserNotice({
      tag: chatId,
      title: translate('chat:finished.title'),
      body: title,
      path: `/chat/${chatId}`,
    })
  waiting.set(chatId, accountId)
}

async function showAnswerToast(chatId: ChatId, title: string): Promise<void> {
  const { answerToast } = await import('./answer-toast.tsx')
  answerToast(chatId, title)
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return
  const missed = [...waiting]
  waiting.clear()
  // A failure is harmless: the lists mark the chat.
  for (const [chatId, accountId] of missed) notifyOfAnswer(accountId, chatId).catch(() => undefined)
})
