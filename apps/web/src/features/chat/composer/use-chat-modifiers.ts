import type { AccountId, ChatDetails, ChatId, Modifiers } from '@atrium/contract'
import { useCallback, useState } from 'react'
import { stored } from '../../../lib/stored.ts'
import { modifiersFrom, setModifiers } from '../../modifiers/index.ts'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { showError } from '../../../lib/toasts/show-error.ts'

type ChatOf = { accountId: AccountId; chatId: ChatId; isNew: boolean; details: ChatDetails | null }

/**
 * The modifiers of a chat (ANS-06). The server stores those of an existing chat at once; this browser stores those of a new chat,
 * and sends them with the first question.
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
  /** The chat has started with them: the next one starts without. */
  const forgetDraft = useCallback(() => draft.remove(), [draft])
  return { modifiers, customise, forgetDraft }
}
