import type { AccountId, ChatDetails, ChatId, RoomId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { searchableFilesQuery } from '../../../../entities/files/searchable-files.ts'
import { chatChanges } from '../../../../entities/chats/queries.ts'
import { showError } from '../../../../lib/toasts/show-error.ts'

type ChatIn = {
  accountId: AccountId
  /** Null while unknown. */
  roomId: RoomId | null
  chatId: ChatId
  details: Pick<ChatDetails, 'usesRoomFiles'> | null
}

export type RoomFiles = {
  /** Number of searchable files in the room; 0 while unknown. */
  count: number
  isOn: boolean
  toggle: () => void
}

/**
 * Whether the next questions of a chat search its room's files. The server stores it for an existing chat; a new chat sends it
 * with the first question.
 */
export function useRoomFiles({ accountId, roomId, chatId, details }: ChatIn): RoomFiles {
  const { data: count = 0 } = useQuery(searchableFilesQuery(accountId, roomId))
  const [ofNewChat, setOfNewChat] = useState(true)
  const isStored = details !== null
  const isOn = details?.usesRoomFiles ?? ofNewChat
  const toggle = useCallback(() => {
    if (!isStored) return setOfNewChat(!isOn)
    chatChanges(accountId)
      .useRoomFiles(chatId, !isOn)
      .catch(() => showError('chat:composer.roomFiles.failed'))
  }, [accountId, chatId, isOn, isStored])
  return { count, isOn, toggle }
}
