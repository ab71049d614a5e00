import type { AccountId, ChatDetails, ChatId, Model } from '@atrium/contract'
import { useCallback, useState } from 'react'
import { chatChanges } from '../../../../entities/chats/queries.ts'
import { showError } from '../../../../lib/toasts/show-error.ts'

type ChatIn = {
  accountId: AccountId
  chatId: ChatId
  details: Pick<ChatDetails, 'usesWeb'> | null
  /** The chosen model; undefined while unknown. */
  model: Pick<Model, 'web_search'> | undefined
}

export type WebSearchSwitch = {
  /** A search service is configured, and the model answers in words. */
  isOffered: boolean
  isOn: boolean
  toggle: () => void
}

/**
 * Whether the next questions of a chat may search the web. The server stores it for an existing chat; a new chat sends it with the
 * first question.
 */
export function useWebSearch({ accountId, chatId, details, model }: ChatIn): WebSearchSwitch {
  const [ofNewChat, setOfNewChat] = useState(false)
  const isOffered = model?.web_search ?? false
  const isStored = details !== null
  const isOn = details?.usesWeb ?? ofNewChat
  const toggle = useCallback(() => {
    if (!isStored) return setOfNewChat(!isOn)
    chatChanges(accountId)
      .useWeb(chatId, !isOn)
      .catch(() => showError('chat:composer.roomFiles.failed'))
  }, [accountId, chatId, isOn, isStored])
  return { isOffered, isOn, toggle }
}
