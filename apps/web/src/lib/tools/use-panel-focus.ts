import type { ComboboxStore } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'

type PanelFocus = {
  combobox: ComboboxStore
  isOpen: boolean
  /** Where the panel is a sheet, that moves the focus. */
  isSheet?: boolean
  onClosed: () => void
}

/**
 * Focuses the search of a panel when it opens, and what had the focus before, or its button, when it closes. Whoever has gone to
 * another field in the meantime keeps typing there.
 */
export function usePanelFocus({ combobox, isOpen, isSheet = false, onClosed }: PanelFocus): void {
  const { focusSearchInput, searchRef, targetRef } = combobox
  const wasOpen = useRef(false)
  const opener = useRef<Element>(null)
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    const isClosing = !isOpen && wasOpen.current
    wasOpen.current = isOpen
    if (isClosing) closed()
    if (isSheet) return undefined
    if (isOpen) {
      opener.current = document.activeElement
      focusSearchInput()
    }
    if (!isClosing) return undefined
    // After the key or click that closed it, which would press the button otherwise.
    const timer = setTimeout(() => {
      const panel = searchRef.current?.closest('[role=dialog]')
      const { activeElement, body } = document
      if (activeElement !== null && activeElement !== body && !panel?.contains(activeElement)) return
      const before = opener.current
      if (before instanceof HTMLElement && before !== body && before.isConnected) before.focus()
      else targetRef.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [isOpen, isSheet, focusSearchInput, searchRef, targetRef])
}
