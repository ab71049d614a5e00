import { mintId, type ChatId, type Turn } from '@atrium/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { first, keptQueue, queuedFrom, type QueuedQuestion } from './queued-questions.ts'
import { draftsOfTab, useDraft } from '../use-draft.ts'

type QueueOf = {
  chatId: ChatId
  /** The end of the visible branch. */
  last: Turn | null
  isAnswering: boolean
  onSend: (question: Omit<QueuedQuestion, 'id'>) => void
  /** The answer failed: its queued follow-ups may be pointless and return to their author. */
  onReturn: (questions: readonly QueuedQuestion[]) => void
}

/**
 * The queue of further questions: sends one after another when an answer ends, and asks first when it was stopped; the tab that
 * sends them keeps them across a reload.
 */
export function useQueuedQuestions({ chatId, last, isAnswering, onSend, onReturn }: QueueOf) {
  const [kept, setKept] = useDraft(`queued.${chatId}`, draftsOfTab)
  const queue = useMemo(() => queuedFrom(kept), [kept])
  const takenId = useRef<string | null>(null)
  /** The question to send though the previous answer was stopped, as its author confirmed. */
  const [passedId, setPassedId] = useState<string | null>(null)
  const state = last?.state
  const isDue = queue.length > 0 && !isAnswering && state !== undefined && state !== 'open'
  useEffect(() => {
    const [next, ...others] = queue
    // Once only, though an effect may run again before its change of state is drawn.
    if (!isDue || next === undefined || takenId.current === next.id) return
    if (state === 'stopped' && passedId !== next.id) return
    takenId.current = next.id
    if (state === 'answered' || state === 'stopped') {
      setKept(keptQueue(others))
      onSend(next)
    } else {
      setKept('')
      onReturn(queue)
    }
  }, [isDue, state, queue, passedId, onSend, onReturn, setKept])
  return {
    queue,
    add: (question: Omit<QueuedQuestion, 'id'>) =>
      setKept(keptQueue([...queue, { ...question, id: mintId('message') }])),
    remove: (id: string) => setKept(keptQueue(queue.filter((question) => question.id !== id))),
    /** It is the next to be sent, also when the present answer is stopped. */
    putFirst: (id: string) => {
      setPassedId(id)
      setKept(keptQueue(first(queue, id)))
    },
    /** The answer was stopped: asks its author before sending the next question. */
    isAsking: isDue && state === 'stopped' && queue[0]?.id !== passedId,
    sendNext: () => setPassedId(queue[0]?.id ?? null),
  }
}
