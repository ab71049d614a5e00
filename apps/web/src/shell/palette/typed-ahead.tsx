import { type RefObject, useLayoutEffect } from 'react'

type TypedAheadProps = { into: RefObject<string>; onCancel: () => void }

/** Captures text typed while the palette loads, which would otherwise reach the focused element. Enter is a line break. */
export function TypedAhead({ into, onCancel }: TypedAheadProps) {
  useLayoutEffect(() => {
    const collect = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey
      if (event.isComposing || (isShortcut && !event.getModifierState('AltGraph'))) return
      if (event.key === 'Escape') onCancel()
      else if (event.key === 'Backspace') into.current = Array.from(into.current).slice(0, -1).join('')
      else if (event.key === 'Enter') into.current += '\n'
      else if (Array.from(event.key).length === 1) into.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', collect, { capture: true })
    return () => document.removeEventListener('keydown', collect, { capture: true })
  }, [into, onCancel])
  return null
}
