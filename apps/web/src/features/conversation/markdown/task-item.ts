import type { Element, ElementContent } from 'hast'

/** A name longer than this (characters) says no more than its beginning. */
const longestName = 200

/** The content of a list item, its checkbox named by the words beside it: there is no label in Markdown. */
export function withNamedCheckbox({ children }: Element): ElementContent[] {
  const own = children.some(isCheckbox)
  return children.map((child, index) => {
    if (own) return isCheckbox(child) ? named(child, children) : child
    const isFirst = children.findIndex((other) => other.type === 'element') === index
    if (!isFirst || child.type !== 'element' || child.tagName !== 'p') return child
    return {
      ...child,
      children: child.children.map((inner) => (isCheckbox(inner) ? named(inner, child.children) : inner)),
    }
  })
}

const isCheckbox = (node: ElementContent): node is Element =>
  node.type === 'element' && node.tagName === 'input'

function named(checkbox: Element, beside: ElementContent[]): Element {
  const words = beside.map(wordsOf).join('').replaceAll(/\s+/gu, ' ').trim().slice(0, longestName)
  return { ...checkbox, properties: { ...checkbox.properties, ariaLabel: words } }
}

/** The words of a node, without those of lists inside. */
function wordsOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || node.tagName === 'ul' || node.tagName === 'ol') return ''
  if (node.data?.part?.part === 'math') return node.data.part.formula
  return node.children.map(wordsOf).join('')
}
