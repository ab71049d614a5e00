import type { TurnId } from '@atrium/contract'

/** A selected text of an answer, and its position on the screen. */
export type SelectedText = {
  turnId: TurnId
  text: string
  place: { top: number; bottom: number; centre: number }
}

/** The attribute that names the turn of an answer's text. */
export const answerMark = 'data-answer-of'

/** The selection, if it is within one answer; otherwise null. */
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

/** A text as a Markdown quote, followed by an empty line to write on. */
export const quoted = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n`
