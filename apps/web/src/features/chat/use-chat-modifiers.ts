import type { AccountId, ChatDetails, ChatId, Modifiers } from '@atrium/contract'
import { useCallback, useState } from 'react'
import { stored } from '../../lib/stored.ts'
import { modifiersFrom, setModifiers } from '../modifiers/set-modifiers.ts'
import { chatChanges } from './queries.ts'
import { showError } from './show-error.ts'

type ChatOf = { accountId: AccountId; chatId: ChatId; isNew: boolean; details: ChatDetails | null }

/**
 * What the answers of a chat are to be like (ANS-06). A chat that exists keeps it at the server, at once; of one that is still
 * to begin this browser keeps it, and it goes out with the first question.
 */
export function useChatModifiers({ accountId, chatId, isNew, details }: ChatOf) {
  const [draft] = useState(() => stored(`modifiers.new.${accountId}`, modifiersFrom))
  const [ofNewChat, setOfNewChat] = useState<Modifiers>(() => (isNew ? (draft.read() ?? {}) : {}))
  const modifiers = details?.modifiers ?? ofNewChat
  const isStored = details !== null
  const customise = useCallback(
    (changed: Modifiers) => {
      const kept = setModifiers(changed)
      if (isStored) {
        chatChanges(accountId)
          .customise(chatId, kept)
          .catch(() => showError('shaping:customise.failed'))
        return
      }
      setOfNewChat(kept)
      draft.write(kept)
    },
    [accountId, chatId, draft, isStored],
  )
  /** The chat has begun with them: the next one begins without. */
  const forgetDraft = useCallback(() => draft.remove(), [draft])
  return { modifiers, customise, forgetDraft }
}
