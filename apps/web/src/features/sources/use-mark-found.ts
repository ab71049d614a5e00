import { useEffect } from 'react'
import { rangesOf } from './found-words.ts'
import type { FoundPlace } from './use-finder.ts'
import { bringIntoView } from './use-scroll-to-cited.ts'

/** The CSS highlight names of matches, and of the first one in the current passage. */
const every = 'found'
const shown = 'found-shown'

/**
 * Highlights the matched words in the rendered element with the match's `data-position`, and scrolls to it once it `isThere`.
 * Doesn't change the DOM; without support for highlights it only scrolls.
 */
export function useMarkFound(
  container: HTMLElement | null,
  place: FoundPlace | null,
  isThere: boolean,
): void {
  useEffect(() => {
    if (container === null || place === null || !isThere) return
    const passages = [...container.querySelectorAll<HTMLElement>(`[data-position="${place.position}"]`)]
    const [passage] = passages
    if (passage === undefined) return
    const ranges = rangesIn(passage, place.words)
    const first = ranges[0]
    bringIntoView(container, first ?? passage)
    if (!('highlights' in CSS)) return
    CSS.highlights.set(every, new Highlight(...ranges))
    if (first) CSS.highlights.set(shown, new Highlight(first))
    return () => {
      CSS.highlights.delete(every)
      CSS.highlights.delete(shown)
    }
  }, [container, place, isThere])
}

/** The ranges of an element that match words, across text nodes. */
export function rangesIn(element: HTMLElement, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: { node: Node; start: number }[] = []
  let whole = ''
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    texts.push({ node, start: whole.length })
    whole += node.textContent ?? ''
  }
  const placeAt = (at: number) => texts.findLast(({ start }) => start <= at)
  return rangesOf(whole, words).flatMap(({ start, end }) => {
    const [from, to] = [placeAt(start), placeAt(end - 1)]
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(from.node, start - from.start)
    range.setEnd(to.node, end - to.start)
    return [range]
  })
}
