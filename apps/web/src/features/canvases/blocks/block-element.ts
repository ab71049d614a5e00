/** Size of a handle in pixels. */
const handle = { width: 20, height: 24 }

/** The top-level element at a vertical position in the window, or the list item in it. Null above the first. */
export function blockElementAt(editor: HTMLElement, y: number): HTMLElement | null {
  const block = lastBefore(editor.children, y)
  return block && (itemAt(block, y) ?? block)
}

/** The last of stacked elements that begins above a vertical position. A binary search, since measuring all is slow in long documents. */
function lastBefore(elements: HTMLCollection, y: number): HTMLElement | null {
  let [from, to] = [0, elements.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((elements[middle]?.getBoundingClientRect().top ?? 0) <= y) from = middle + 1
    else to = middle
  }
  const found = elements[from - 1]
  return found instanceof HTMLElement ? found : null
}

/** The innermost list item at a vertical position. */
function itemAt(element: HTMLElement, y: number): HTMLElement | null {
  if (!element.matches('ul, ol')) return null
  const item = lastBefore(element.children, y)
  if (!item) return null
  // A task's blocks are beside its checkbox.
  const blocks = item.querySelector(':scope > div') ?? item
  const inner = lastBefore(blocks.children, y)
  return (inner && itemAt(inner, y)) ?? item
}

/** Puts a handle at the inline start of a block, beside its first line and outside its bullet. */
export function placeBeside(element: HTMLElement, block: HTMLElement): void {
  const origin = element.offsetParent?.getBoundingClientRect()
  if (!origin) return
  const list = block.localName === 'li' ? block.parentElement : null
  const bullets = list ? Number.parseFloat(getComputedStyle(list).paddingInlineStart) : 0
  const { left, right, top, height } = block.getBoundingClientRect()
  const first = block.querySelector('p, h1, h2, h3, h4, pre') ?? block
  const { lineHeight, paddingBlockStart } = getComputedStyle(first)
  const line = Math.min(Number.parseFloat(lineHeight) || height, height)
  const start = getComputedStyle(block).direction === 'rtl' ? right + bullets : left - bullets - handle.width
  const padding = first.localName === 'pre' ? Number.parseFloat(paddingBlockStart) : 0
  const [x, y] = [start - origin.left, top - origin.top + padding + (line - handle.height) / 2]
  element.style.translate = `${x}px ${y}px`
}
