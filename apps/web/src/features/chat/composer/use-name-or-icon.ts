import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks the row of a button with `data-named` while it has space for the button's whole name, and with `data-tight` when its tools
 * don't fit even without. Measures instead of using a fixed width: names differ by language and model, tools by room. Not in React's
 * state, because only the layout with the name can tell.
 */
export function useNameOrIcon(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const row = button.current?.parentElement
    if (!row) return
    const isTooWide = () => row.scrollWidth > row.clientWidth
    const fit = () => {
      row.dataset['named'] = ''
      delete row.dataset['tight']
      if (isTooWide()) delete row.dataset['named']
      if (isTooWide()) row.dataset['tight'] = ''
    }
    fit()
    // In the next frame, because changes made here are observed too.
    const sizes = new ResizeObserver(() => requestAnimationFrame(fit))
    const observe = () => {
      sizes.disconnect()
      for (const part of [row, ...row.children]) sizes.observe(part)
    }
    observe()
    const parts = new MutationObserver(observe)
    parts.observe(row, { childList: true })
    return () => {
      sizes.disconnect()
      parts.disconnect()
      delete row.dataset['named']
      delete row.dataset['tight']
    }
  }, [button])
}
