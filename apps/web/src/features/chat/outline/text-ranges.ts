import { findable } from './findable.ts'
import { findInText } from './find-in-text.ts'

const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, dt, dd'
/** Interface texts, reasoning, and formulas, whose text occurs twice. */
const passedOver = 'button, [data-reasoning], [aria-hidden="true"], .katex-mathml, svg'

/** Returns the ranges of a query in a rendered turn, in reading order. */
export function rangesIn(turn: Element, query: string): Range[] {
  return [...turn.querySelectorAll(`[${findable}]`)].flatMap((part) => rangesInPart(part, query))
}

function rangesInPart(part: Element, query: string): Range[] {
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || parent === null || parent.closest(passedOver)) continue
    const own = parent.closest(blocks)
    // Blocks are separate lines: no match spans them.
    if (own !== block && text !== '') text += '\u0000'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  return findInText(text, query).flatMap(({ start, end }) => {
    const first = nodes.findLast((one) => one.start <= start)
    const last = nodes.findLast((one) => one.start < end)
    if (first === undefined || last === undefined) return []
    const range = new Range()
    range.setStart(first.node, start - first.start)
    range.setEnd(last.node, Math.min(end - last.start, last.node.length))
    return [range]
  })
}
