import { type AccountId, type ChatDetails, markChatSeen } from '@atrium/contract'
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
      queryClient.setQueryData<ChatDetails>(
        chatKeys.details(accountId, unseenId),
        (known) => known && { ...known, isUnseen: false },
      )
      await queryClient.invalidateQueries({ queryKey: chatKeys.recent(accountId) })
      await queryClient.invalidateQueries({ queryKey: chatKeys.history(accountId) })
    }
    // A failure is harmless: the next look at the chat retries.
    const markSoon = () => void mark().catch(() => undefined)
    document.addEventListener('visibilitychange', markSoon)
    markSoon()
    return () => document.removeEventListener('visibilitychange', markSoon)
  }, [accountId, unseenId])
}
