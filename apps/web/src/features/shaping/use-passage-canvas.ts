import { useNavigate } from '@tanstack/react-router'
import { canvasFromAnswer } from '../../entities/canvases/canvas-from-answer.ts'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { showFailure } from '../../lib/toasts/show-failure.ts'

/** Returns what opens a passage of an answer as a canvas beside its chat; null in a temporary chat, which nothing outlives. */
export function usePassageCanvas(): ((passage: string) => void) | null {
  const { accountId, chatId, roomId, isTemporary } = useConversationActions()
  const navigate = useNavigate()
  if (roomId === null || isTemporary) return null
  return (passage) => {
    canvasFromAnswer(accountId, { chatId, roomId, markdown: passage, question: passage.split('\n')[0] ?? '' })
      .then(({ canvasId }) =>
        navigate({ to: '/canvas/$canvasId', params: { canvasId }, search: { chat: true } }),
      )
      .catch(showFailure)
  }
}
