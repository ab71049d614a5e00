import { answerText, type ChatDetails, type UserId } from '@atrium/contract'
import { useEffect } from 'react'
import { forgetOfflineChat, keepOfflineChat, type OfflineTurn } from '../../lib/device/offline-chats.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { turnsOnScreen } from '../turns/shown-turns.ts'
import { branchOf } from '../turns/turn-tree.ts'

/** Keeps an opened chat on this device, for reading without a connection; temporary chats leave no trace here either. */
export function useKeptOffline(details: ChatDetails | undefined, readerId: UserId): void {
  useEffect(() => {
    if (!details || details.isTemporary) return
    return whenIdle(
      () =>
        void keepOfflineChat({
          chatId: details.chatId,
          title: details.chatTitle,
          readAt: Date.now(),
          turns: textsOf(details, readerId),
        }),
    )
  }, [details, readerId])
}

/** Deletes the stored copy of a chat that no longer exists, or that the reader may no longer open. */
export function useForgottenOffline(chatId: string, isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) void forgetOfflineChat(chatId)
  }, [chatId, isMissing])
}

/** The turns of the branch that is read, as text; those that are only known in outline are left out. */
function textsOf(details: ChatDetails, readerId: UserId): OfflineTurn[] {
  return branchOf(turnsOnScreen(details, []), details.currentTurnId).flatMap(({ turn }) =>
    turn
      ? [
          {
            question: turn.question.text,
            author: turn.question.authorId === readerId ? null : turn.question.authorName,
            answer: answerText(turn.parts),
          },
        ]
      : [],
  )
}
