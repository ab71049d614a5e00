import { useEffect, useState } from 'react'

/** Delays sending a question until something it needs has loaded, if the question is still the same then. */
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
