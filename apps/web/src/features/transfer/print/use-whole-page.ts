import { type RefObject, useEffect, useRef } from 'react'

const scheme = 'data-mantine-color-scheme'

/**
 * Makes a view the whole page while it is mounted: everything behind is inert, Escape closes it, and its colors are those of paper.
 * Restores the focus afterwards.
 */
export function useWholePage(view: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const page = document.documentElement
    const before = { scheme: page.getAttribute(scheme), focus: document.activeElement }
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element !== view.current && !element.inert,
    )
    for (const element of behind) element.inert = true
    page.setAttribute(scheme, 'light')
    view.current?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      for (const element of behind) element.inert = false
      if (before.scheme !== null) page.setAttribute(scheme, before.scheme)
      if (before.focus instanceof HTMLElement && before.focus.isConnected) before.focus.focus()
    }
  }, [view])
}
