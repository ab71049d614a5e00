import { type AccountId, type ChatDetails, markChatSeen } from '@atrium/contract'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chatKeys } from './queries.ts'

/** Says that the chat was seen (HIST-03), as soon as there is something new in it and the page is looked at. */
export function useMarkSeen(accountId: AccountId, details: ChatDetails | undefined): void {
  const unseenId = details?.isUnseen ? details.chatId : null
  useEffect(() => {
    if (unseenId === null) return
    const mark = async () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', markSoon)
      await api.call(markChatSeen, { params: { chatId: unseenId } })
      queryClient.setQueryData<ChatDetails>(
        chatKeys.details(accountId, unseenId),
        (known) => known && { ...known, isUnseen: false },
      )
      await queryClient.invalidateQueries({ queryKey: chatKeys.recent(accountId) })
      await queryClient.invalidateQueries({ queryKey: chatKeys.history(accountId) })
    }
    // Unmarked is no loss: it is tried again with the next look at the chat.
    const markSoon = () => void mark().catch(() => undefined)
    document.addEventListener('visibilitychange', markSoon)
    markSoon()
    return () => document.removeEventListener('visibilitychange', markSoon)
  }, [accountId, unseenId])
}
