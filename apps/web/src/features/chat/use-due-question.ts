import { useEffect, useState } from 'react'

/**
 * A question that is sent while something it needs is still on its way: it goes out when that has come, if it still is what it was
 * when it was sent.
 */
export function useDueQuestion(question: string, isAwaited: boolean, send: () => void): () => void {
  const [due, setDue] = useState<string | null>(null)
  const isOver = due !== null && (due !== question || !isAwaited)
  useEffect(() => {
    if (!isOver) return
    setDue(null)
    if (due === question) send()
  }, [isOver, due, question, send])
  return () => setDue(question)
}
