import { type RefObject, useLayoutEffect, useState } from 'react'
import { supportingSentences } from '../supporting-sentences.ts'
import { rangesIn } from '../use-mark-found.ts'

/** The style sheet's name for the sentences that an answer cites. */
const name = 'cited'

/**
 * Highlights the sentences of a cited passage that support an answer's claims, and returns whether there are any. If there are
 * none, or the browser doesn't support highlights, the whole passage is highlighted.
 */
export function useMarkCited(
  passage: RefObject<HTMLElement | null>,
  { text, claims }: { text: string; claims: readonly string[] },
): boolean {
  const [isMarked, setMarked] = useState(false)
  // A new list with the same sentences marks the same.
  const wanted = claims.join('\n')
  useLayoutEffect(() => {
    const element = passage.current
    if (element === null || wanted === '' || !('highlights' in CSS)) return
    const ranges = supportingSentences(text, wanted.split('\n')).flatMap((sentence) => {
      const [first] = rangesIn(element, sentence)
      return first ? [first] : []
    })
    if (ranges.length === 0) return
    const marks = CSS.highlights.get(name) ?? new Highlight()
    for (const range of ranges) marks.add(range)
    CSS.highlights.set(name, marks)
    setMarked(true)
    return () => {
      for (const range of ranges) marks.delete(range)
      setMarked(false)
    }
  }, [passage, text, wanted])
  return isMarked
}
