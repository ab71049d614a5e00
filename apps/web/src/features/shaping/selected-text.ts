import type { TurnId } from '@atrium/contract'

/** A text of an answer that somebody marked, and where it is on the screen. */
export type SelectedText = {
  turnId: TurnId
  text: string
  place: { top: number; bottom: number; centre: number }
}

/** The attribute by which the text of an answer names its turn. */
export const answerMark = 'data-answer-of'

/** What is selected, when it lies within one answer; else null. */
export function readSelectedText(selection: Selection | null): SelectedText | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const answer = elementOf(range.commonAncestorContainer)?.closest(`[${answerMark}]`)
  const turnId = answer?.getAttribute(answerMark)
  const text = selection.toString().trim()
  if (!turnId || text === '') return null
  const { top, bottom, left, width } = range.getBoundingClientRect()
  return { turnId: turnId as TurnId, text, place: { top, bottom, centre: left + width / 2 } }
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** A text as Markdown quotes it, with room to write below. */
export const quoted = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n`
