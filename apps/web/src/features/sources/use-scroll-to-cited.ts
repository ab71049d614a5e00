import { useLayoutEffect } from 'react'

/** How far below the top of what scrolls the first mark comes, as a part of the height, where it has not its place in the middle. */
const fromTop = 0.15

/** Brings the first passage that is marked into view, once, when a view is there. */
export function useScrollToCited(scroller: HTMLElement | null): void {
  useLayoutEffect(() => {
    const mark = scroller?.querySelector('[data-cited]')
    if (scroller && mark) bringIntoView(scroller, mark)
  }, [scroller])
}

/** To the middle when all of it fits there; what is taller begins near the top. */
export function bringIntoView(scroller: Element, mark: Element | Range): void {
  const frame = scroller.getBoundingClientRect()
  const { top, height } = mark.getBoundingClientRect()
  const isTall = height > frame.height * (1 - 2 * fromTop)
  scroller.scrollTop += top - frame.top - (isTall ? frame.height * fromTop : (frame.height - height) / 2)
}
