import { type RefObject, useLayoutEffect } from 'react'

/** Brings the first passage that is marked into view, once, when a view is there. */
export function useScrollToCited(container: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    container.current?.querySelector('[data-cited]')?.scrollIntoView({ block: 'center' })
  }, [container])
}
