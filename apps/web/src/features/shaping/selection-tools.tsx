import { lazy, Suspense, useEffect, useState } from 'react'

const SelectionToolbar = lazy(() =>
  import('./selection-toolbar.tsx').then((module) => ({ default: module.SelectionToolbar })),
)

/** The actions for selected text: they load when text is first selected, once the selection rests. */
export function SelectionTools() {
  const [hasSelected, setHasSelected] = useState(false)
  useEffect(() => {
    if (hasSelected) return
    let isPressed = false
    const look = () => {
      if (!isPressed && getSelection()?.isCollapsed === false) setHasSelected(true)
    }
    const press = ({ pointerType }: PointerEvent) => (isPressed = pointerType === 'mouse')
    const release = () => {
      isPressed = false
      look()
    }
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', release)
    return () => {
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
    }
  }, [hasSelected])
  return (
    hasSelected && (
      <Suspense>
        <SelectionToolbar />
      </Suspense>
    )
  )
}
