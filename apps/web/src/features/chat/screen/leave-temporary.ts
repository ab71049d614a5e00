import { type AccountId, type ChatId, leaveTemporaryChat } from '@atrium/contract'
import { useEffect } from 'react'
import { api } from '../../../lib/api/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { createDrafts } from '../composer/drafts.ts'
import { runningAnswers } from '../../../entities/chats/live-answers.ts'
import { chatKeys } from '../../../entities/chats/queries.ts'

/** Chats that are being left: pressing the button and then navigating leaves only once. */
const leaving = new Map<ChatId, Promise<void>>()

/** Leaves a temporary chat permanently, here and on the server. */
export function leaveTemporary(accountId: AccountId, chatId: ChatId): Promise<void> {
  const known = leaving.get(chatId)
  if (known !== undefined) return known
  const left = leave(accountId, chatId)
  leaving.set(chatId, left)
  // After a failure, leaving can be tried again.
  left.catch(() => leaving.delete(chatId))
  return left
}

async function leave(accountId: AccountId, chatId: ChatId): Promise<void> {
  for (const { turnId } of runningAnswers.answersIn(chatId)) runningAnswers.withdraw(turnId)
  await api.call(leaveTemporaryChat, { params: { chatId } })
  queryClient.removeQueries({ queryKey: chatKeys.details(accountId, chatId) })
  createDrafts().write(chatId, '')
}

/**
 * Leaves a temporary chat when its reader navigates elsewhere. Reloading is not leaving; closing a tab looks the same, so its
 * chat is erased when it expires.
 */
export function useLeaveTemporary(accountId: AccountId, chatId: ChatId, isTemporary: boolean): void {
  useEffect(() => {
    if (!isTemporary) return
    return () => {
      // A remount is not leaving; the address tells them apart.
      setTimeout(() => {
        if (location.pathname.includes(chatId)) return
        // The server erases it if it is already gone, or its reader has no session.
        leaveTemporary(accountId, chatId).catch(() => undefined)
      })
    }
  }, [accountId, chatId, isTemporary])
}
