/** Words about an element, shown beside it. */
export type ShownHint = { element: HTMLElement; text: string }

/** How long a pointer rests on an element before its hint shows, in milliseconds. */
const restMs = 350

/**
 * Reports which `data-hint` of the page to show: that of the element under a resting mouse or pen, or of the focused one. Escape, a press
 * elsewhere, an opened menu of the element and its removal hide the hint. Returns a function that stops watching.
 */
export function watchHints(show: (hint: ShownHint | null) => void): () => void {
  const ended = new AbortController()
  let hinted: HTMLElement | null = null
  let timer = 0
  const changes = new MutationObserver(() => hinted && reveal(hinted))
  const sizes = new ResizeObserver(() => hinted && !hinted.isConnected && drop())

  function reveal(element: HTMLElement) {
    const text = element.dataset['hint']
    if (!text || !element.isConnected || element.ariaExpanded === 'true') return show(null)
    show({ element, text })
  }
  function take(element: HTMLElement, afterMs: number) {
    if (element === hinted) return
    drop()
    hinted = element
    timer = window.setTimeout(() => {
      changes.observe(element, { attributeFilter: ['data-hint', 'aria-expanded'] })
      sizes.observe(element)
      reveal(element)
    }, afterMs)
  }
  function drop() {
    if (hinted === null) return
    hinted = null
    clearTimeout(timer)
    changes.disconnect()
    sizes.disconnect()
    show(null)
  }

  const on = <Kind extends keyof DocumentEventMap>(
    kind: Kind,
    listener: (event: DocumentEventMap[Kind], element: HTMLElement | null) => void,
  ) =>
    document.addEventListener(kind, (event) => listener(event, hintedAt(event.target)), {
      capture: true,
      signal: ended.signal,
    })
  on('pointerover', ({ pointerType }, element) => {
    if (pointerType === 'touch') return
    if (element) take(element, restMs)
    else if (hinted !== document.activeElement) drop()
  })
  on('focusin', (_event, element) => {
    if (element?.matches(':focus-visible')) take(element, 0)
  })
  on('focusout', drop)
  on('pointerdown', (_event, element) => element === null && drop())
  on('keydown', ({ key }) => key === 'Escape' && drop())
  document.documentElement.addEventListener('pointerleave', drop, { signal: ended.signal })
  return () => {
    ended.abort()
    drop()
  }
}

const hintedAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
