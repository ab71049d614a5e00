import type { Element, ElementContent } from 'hast'

/** A longer name (characters) is shortened to its beginning. */
const maxNameCharacters = 200

/** A list item's content, with its checkbox named by the text beside it: Markdown has no label. */
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
  const words = beside.map(wordsOf).join('').replaceAll(/\s+/gu, ' ').trim().slice(0, maxNameCharacters)
  return { ...checkbox, properties: { ...checkbox.properties, ariaLabel: words } }
}

/** The text of a node, without nested lists. */
function wordsOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || node.tagName === 'ul' || node.tagName === 'ol') return ''
  if (node.data?.part?.part === 'math') return node.data.part.formula
  return node.children.map(wordsOf).join('')
}
