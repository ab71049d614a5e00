import { mintId, type ChatId, type Turn } from '@atrium/contract'
import { useEffect, useMemo, useRef } from 'react'
import { first, keptQueue, queuedFrom, type QueuedQuestion } from './queued-questions.ts'
import { draftsOfTab, useDraft } from './use-draft.ts'

type QueueOf = {
  chatId: ChatId
  /** The end of the branch that is read. */
  last: Turn | null
  isAnswering: boolean
  onSend: (question: Omit<QueuedQuestion, 'id'>) => void
  /** The answer ended badly: its follow-ups may not make sense any more and go back to their author. */
  onReturn: (questions: readonly QueuedQuestion[]) => void
}

/** Further questions that wait until the present answer has ended, one after another; kept over a reload by the tab that will send them. */
export function useQueuedQuestions({ chatId, last, isAnswering, onSend, onReturn }: QueueOf) {
  const [kept, setKept] = useDraft(`queued.${chatId}`, draftsOfTab)
  const queue = useMemo(() => queuedFrom(kept), [kept])
  const takenId = useRef<string | null>(null)
  const state = last?.state
  const isDue = queue.length > 0 && !isAnswering && state !== undefined && state !== 'open'
  useEffect(() => {
    const [next, ...others] = queue
    // Once only, though an effect may run again before its change of state is drawn.
    if (!isDue || next === undefined || takenId.current === next.id) return
    takenId.current = next.id
    if (state === 'answered' || state === 'stopped') {
      setKept(keptQueue(others))
      onSend(next)
    } else {
      setKept('')
      onReturn(queue)
    }
  }, [isDue, state, queue, onSend, onReturn, setKept])
  return {
    queue,
    add: (question: Omit<QueuedQuestion, 'id'>) =>
      setKept(keptQueue([...queue, { ...question, id: mintId('message') }])),
    remove: (id: string) => setKept(keptQueue(queue.filter((question) => question.id !== id))),
    /** It is the next to be sent. */
    putFirst: (id: string) => setKept(keptQueue(first(queue, id))),
  }
}
