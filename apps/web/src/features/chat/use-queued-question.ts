import type { ChatId, Turn } from '@atrium/contract'
import { useEffect, useRef } from 'react'
import { draftsOfTab, useDraft } from './use-draft.ts'

type QueuedQuestion = {
  chatId: ChatId
  /** The end of the branch that is read. */
  last: Turn | null
  isAnswering: boolean
  onSend: (text: string) => void
  /** The answer ended badly: its follow-up may not make sense any more and goes back to its author. */
  onReturn: (text: string) => void
}

/** A follow-up that waits until the present answer has ended; kept over a reload by the tab that will send it. */
export function useQueuedQuestion({ chatId, last, isAnswering, onSend, onReturn }: QueuedQuestion) {
  const [queued, setQueued] = useDraft(`queued.${chatId}`, draftsOfTab)
  const isTaken = useRef(false)
  const state = last?.state
  const isDue = queued !== '' && !isAnswering && state !== undefined && state !== 'open'
  useEffect(() => {
    if (!isDue) isTaken.current = false
    // Once only, though an effect may run again before its change of state is drawn.
    if (!isDue || isTaken.current) return
    isTaken.current = true
    setQueued('')
    if (state === 'answered' || state === 'stopped') onSend(queued)
    else onReturn(queued)
  }, [isDue, state, queued, onSend, onReturn, setQueued])
  return { queued, setQueued }
}
