import { useEffect, useState } from 'react'

/**
 * Restores the focus when the element that took it closes or is removed. The library does so only for elements that existed, closed,
 * before opening; and a chosen menu item no longer exists then: its menu's button gets the focus.
 */
export function useFocusBack(isOpen: boolean): void {
  const [opening, setOpening] = useState(() => ({ isOpen, opener: isOpen ? openerNow() : null }))
  if (opening.isOpen !== isOpen) setOpening({ isOpen, opener: isOpen ? openerNow() : opening.opener })
  const { opener } = opening
  useEffect(() => {
    if (!isOpen || opener === null) return undefined
    return () => {
      if (isNowhere(document.activeElement)) opener.focus({ preventScroll: true })
    }
  }, [isOpen, opener])
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  const buttonId = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = buttonId ? document.getElementById(buttonId) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** Focus inside the closing element, or lost with it. Any other focused element keeps it. */
const isNowhere = (focused: Element | null) =>
  focused === null || focused === document.body || focused.closest('[role=dialog]') !== null
