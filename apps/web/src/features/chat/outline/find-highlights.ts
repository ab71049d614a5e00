import type { TurnId } from '@atrium/contract'
import type { Match } from './find-matches.ts'
import { rangesIn } from './text-ranges.ts'

const all = 'chat-find'
const current = 'chat-find-current'

/** Highlights every match in rendered turns without changing their DOM. Returns the range of the current one, if rendered. */
export function highlight(list: Element, query: string, at: Match | null): Range | null {
  const ranges: Range[] = []
  let here: Range | null = null
  for (const turn of list.querySelectorAll('[data-turn]')) {
    const found = rangesIn(turn, query)
    ranges.push(...found)
    if (at !== null && turn.getAttribute('data-turn') === at.turnId)
      here = found[at.nth] ?? found.at(-1) ?? null
  }
  // Without highlight support, going from match to match still works.
  if (!('highlights' in CSS)) return here
  CSS.highlights.set(all, new Highlight(...ranges))
  CSS.highlights.set(current, new Highlight(...(here === null ? [] : [here])))
  return here
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(all)
  CSS.highlights.delete(current)
}

/** The element of a turn; null while not rendered. */
export const rowOf = (list: Element, turnId: TurnId): Element | null =>
  list.querySelector(`[data-turn="${turnId}"]`)

/** Scrolls a range into the upper third unless it is visible; returns whether it was. */
export function bringIntoView(scroller: HTMLElement, range: Range): boolean {
  const [frame, box] = [scroller.getBoundingClientRect(), range.getBoundingClientRect()]
  const covered = 120
  if (box.top >= frame.top + covered && box.bottom <= frame.bottom - 40) return true
  scroller.scrollTop += box.top - frame.top - frame.height / 3
  return false
}
