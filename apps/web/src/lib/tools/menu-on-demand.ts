import { type KeyboardEvent, type RefObject, useCallback, useId, useRef, useState } from 'react'

/** A requested menu or panel: its button, and whether it is open. */
export type AskedMenu = {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  /** Called when the menu is rendered. */
  onMade: () => void
}

/**
 * The props of a button whose menu or panel loads on first use, and the loaded menu. `preload` loads it when the button is hovered or
 * focused.
 */
export function useMenuOnDemand(preload: () => void, popup: 'menu' | 'dialog' = 'menu') {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unasked' | 'asked' | 'open' | 'closed'>('unasked')
  const onChange = useCallback((isOpen: boolean) => setState(isOpen ? 'open' : 'closed'), [])
  // It is closed at first, so that it knows by its opening where the focus was.
  const onMade = useCallback(() => setState((before) => (before === 'asked' ? 'open' : before)), [])
  const open = useCallback(() => setState((before) => (before === 'unasked' ? 'asked' : 'open')), [])
  const press = () =>
    setState((before) => (before === 'unasked' ? 'asked' : before === 'closed' ? 'open' : 'closed'))
  const isOpen = state === 'open'
  const menu: AskedMenu | null = state === 'unasked' ? null : { id, button, isOpen, onChange, onMade }
  const buttonProps = {
    ref: button,
    id,
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    onClick: press,
    onPointerEnter: preload,
    onFocus: preload,
  } as const
  return { menu, buttonProps, open }
}

/** For a button whose list also opens by the arrow keys. */
export const opensByArrow =
  (open: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open()
  }
