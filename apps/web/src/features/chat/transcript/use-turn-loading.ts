import type { AccountId, ChatId, TurnId } from '@atrium/contract'
import { useEffect, useRef, useState } from 'react'
import { loadTurns } from '../../../entities/chats/queries.ts'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'
import { turnsToLoad } from '../../../entities/turns/turns-to-load.ts'

type TurnLoadingOf = {
  accountId: AccountId
  /** Null while only unsent questions of the chat are known. */
  chatId: ChatId | null
  path: readonly BranchStep[]
  /** The visible turns, by their position on the branch. */
  indexes: readonly number[]
}

/** Loads the turns that are or soon will be visible; one range at a time, since scrolling continues meanwhile. */
export function useTurnLoading({ accountId, chatId, path, indexes }: TurnLoadingOf) {
  const isLoading = useRef(false)
  const [failedAt, setFailedAt] = useState<TurnId | null>(null)
  const [, lookAgain] = useState(0)
  useEffect(() => {
    if (chatId === null || isLoading.current || failedAt !== null) return
    const wanted = turnsToLoad(path, indexes)
    if (wanted === null) return
    isLoading.current = true
    loadTurns(accountId, chatId, wanted)
      .catch(() => setFailedAt(wanted.last))
      .finally(() => {
        isLoading.current = false
        lookAgain((count) => count + 1)
      })
  })
  return { failedAt, retry: () => setFailedAt(null) }
}
