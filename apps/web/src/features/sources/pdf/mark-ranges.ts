import type { Range } from './find-passage.ts'
import styles from './pdf.module.css'

/** Highlights ranges of a text that spans elements, `texts` in `elements`; returns the first mark, or null. */
export function markRanges(
  elements: readonly HTMLElement[],
  texts: readonly string[],
  ranges: readonly Range[],
): HTMLElement | null {
  let end = 0
  let first: HTMLElement | null = null
  for (const [index, text] of texts.entries()) {
    const start = end
    end += text.length
    const element = elements[index]
    const within = ranges
      .map((range) => ({ start: Math.max(range.start - start, 0), end: Math.min(range.end, end) - start }))
      .filter((range) => range.start < range.end)
    if (!element || within.length === 0) continue
    element.replaceChildren(...markedPieces(text, within))
    first ??= element.querySelector('mark')
  }
  return first
}

function* markedPieces(text: string, ranges: readonly Range[]): Generator<string | HTMLElement> {
  let done = 0
  for (const { start, end } of ranges) {
    yield text.slice(done, start)
    const mark = document.createElement('mark')
    mark.className = styles.mark ?? ''
    mark.textContent = text.slice(start, end)
    yield mark
    done = end
  }
  yield text.slice(done)
}
