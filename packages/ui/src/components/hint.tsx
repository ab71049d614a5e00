import { Tooltip } from '@mantine/core'
import { useEffect, useId } from 'react'
import type { ShownHint } from './watch-hints.ts'

/** A tooltip beside an element. It is also the description for screen readers, unless it is the element's name. */
export function Hint({ element, text }: ShownHint) {
  const id = useId()
  useEffect(() => {
    if (text === element.ariaLabel || element.hasAttribute('aria-describedby')) return
    element.setAttribute('aria-describedby', id)
    return () => element.removeAttribute('aria-describedby')
  }, [element, text, id])
  const position = element.dataset['hintSide'] === 'right' ? 'right' : 'top'
  return (
    <>
      <Tooltip target={element} label={text} position={position} opened multiline maw={320} />
      <span id={id} hidden>
        {text}
      </span>
    </>
  )
}
