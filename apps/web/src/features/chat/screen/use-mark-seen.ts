import { type AccountId, type ChatDetails, type ChatId, type ChatItem, markChatSeen } from '@atrium/contract'
import { useEffect } from 'react'
import { api } from '../../../lib/api/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { readJobsOf } from '../../../entities/agent-jobs/follow-invocations.ts'
import { chatKeys } from '../../../entities/chats/queries.ts'

/** Marks the chat as seen (HIST-03), once it has something new and the page is visible. */
export function useMarkSeen(accountId: AccountId, details: ChatDetails | undefined): void {
  const unseenId = details?.isUnseen ? details.chatId : null
  useEffect(() => {
    if (unseenId === null) return
    const mark = async () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', markSoon)
      readJobsOf(unseenId)
      await api.call(markChatSeen, { params: { chatId: unseenId } })
      showSeen(accountId, unseenId)
    }
    // A failure is harmless: the next look at the chat retries.
    const markSoon = () => void mark().catch(() => undefined)
    document.addEventListener('visibilitychange', markSoon)
    markSoon()
    return () => document.removeEventListener('visibilitychange', markSoon)
  }, [accountId, unseenId])
}

/** Updates what is loaded; the server's notice reloads it, here and in other tabs. */
function showSeen(accountId: AccountId, chatId: ChatId): void {
  queryClient.setQueryData<ChatDetails>(
    chatKeys.details(accountId, chatId),
    (known) => known && { ...known, isUnseen: false },
  )
  const seenIn = (chats: ChatItem[]) =>
    chats.map((chat) => (chat.chatId === chatId ? { ...chat, isUnseen: false } : chat))
  queryClient.setQueryData<ChatItem[]>(chatKeys.recent(accountId), (chats) => chats && seenIn(chats))
  queryClient.setQueriesData<{ chats: ChatItem[] }>(
    { queryKey: chatKeys.history(accountId) },
    (page) => page && { ...page, chats: seenIn(page.chats) },
  )
}
