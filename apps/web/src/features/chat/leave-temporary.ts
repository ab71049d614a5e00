import { type AccountId, type ChatId, leaveTemporaryChat } from '@atrium/contract'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createDrafts } from './drafts.ts'
import { runningAnswers } from './live-answers.ts'
import { chatKeys } from './queries.ts'

/** Chats that are being left: pressing and then going elsewhere is leaving once. */
const leaving = new Map<ChatId, Promise<void>>()

/** Leaves a temporary chat for good, here and at the server. */
export function leaveTemporary(accountId: AccountId, chatId: ChatId): Promise<void> {
  const known = leaving.get(chatId)
  if (known !== undefined) return known
  const left = leave(accountId, chatId)
  leaving.set(chatId, left)
  // One that could not be left can be tried again.
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
 * Leaves a temporary chat when its reader goes elsewhere in the product. Loading the page again is not leaving; a tab that is
 * closed cannot be told from that, and its chat is erased when its time is up.
 */
export function useLeaveTemporary(accountId: AccountId, chatId: ChatId, isTemporary: boolean): void {
  useEffect(() => {
    if (!isTemporary) return
    return () => {
      // What is drawn anew in its place was not left: the address tells.
      setTimeout(() => {
        if (location.pathname.includes(chatId)) return
        // One that is gone already, or whose reader has no session now, is the server's to erase.
        leaveTemporary(accountId, chatId).catch(() => undefined)
      })
    }
  }, [accountId, chatId, isTemporary])
}
