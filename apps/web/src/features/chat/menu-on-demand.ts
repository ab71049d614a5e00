import { type RefObject, useCallback, useId, useRef, useState } from 'react'

/** A menu that was asked for: the button that it belongs to, and whether it is open. */
export type AskedMenu = {
  id: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  /** It has come. */
  onMade: () => void
}

/**
 * What a button needs that opens a menu which comes when it is first asked for, and that menu once it was. `preload` fetches
 * it as soon as the button is pointed at or has the focus.
 */
export function useMenuOnDemand(preload: () => void) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unasked' | 'asked' | 'open' | 'closed'>('unasked')
  const onChange = useCallback((isOpen: boolean) => setState(isOpen ? 'open' : 'closed'), [])
  // It is closed at first, so that it knows by its opening where the focus was.
  const onMade = useCallback(() => setState((before) => (before === 'asked' ? 'open' : before)), [])
  const press = () =>
    setState((before) => (before === 'unasked' ? 'asked' : before === 'closed' ? 'open' : 'closed'))
  const isOpen = state === 'open'
  const menu: AskedMenu | null = state === 'unasked' ? null : { id, button, isOpen, onChange, onMade }
  const buttonProps = {
    ref: button,
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: press,
    onPointerEnter: preload,
    onFocus: preload,
  } as const
  return { menu, buttonProps }
}
