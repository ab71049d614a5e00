import type { AccountId, ChatDetails, ChatId, RoomId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { chatChanges } from '../../../../entities/chats/queries.ts'
import { roomToolsQuery } from '../../../../entities/rooms/room-tools.ts'
import { showError } from '../../../../lib/toasts/show-error.ts'

type ChatIn = {
  accountId: AccountId
  /** Null while unknown. */
  roomId: RoomId | null
  chatId: ChatId
  details: Pick<ChatDetails, 'usesTools'> | null
}

export type ServerToolsSwitch = {
  /** The room allows a tool that can be used. */
  isOffered: boolean
  isOn: boolean
  toggle: () => void
}

/**
 * Whether the next questions of a chat may use tools of connected servers. The server stores it for an existing chat; a new chat sends it
 * with the first question.
 */
export function useServerTools({ accountId, roomId, chatId, details }: ChatIn): ServerToolsSwitch {
  const { data } = useQuery(roomToolsQuery(accountId, roomId))
  const [ofNewChat, setOfNewChat] = useState(false)
  const isStored = details !== null
  const isOn = details?.usesTools ?? ofNewChat
  const toggle = useCallback(() => {
    if (!isStored) return setOfNewChat(!isOn)
    chatChanges(accountId)
      .useTools(chatId, !isOn)
      .catch(() => showError('chat:composer.roomFiles.failed'))
  }, [accountId, chatId, isOn, isStored])
  return { isOffered: data?.hasTools ?? false, isOn, toggle }
}
