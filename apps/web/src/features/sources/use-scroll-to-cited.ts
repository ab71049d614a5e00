import { useLayoutEffect } from 'react'

/** Distance of the first highlight from the top of the scroll area, as a fraction of its height, if it can't be centered. */
const fromTop = 0.15

/** Scrolls to the first highlighted passage, once, when the view is ready. */
export function useScrollToCited(scroller: HTMLElement | null): void {
  useLayoutEffect(() => {
    const mark = scroller?.querySelector('[data-cited]')
    if (scroller && mark) bringIntoView(scroller, mark)
  }, [scroller])
}

/** Centered if it fits; taller content starts near the top. */
export function bringIntoView(scroller: Element, mark: Element | Range): void {
  const frame = scroller.getBoundingClientRect()
  const { top, height } = mark.getBoundingClientRect()
  const isTall = height > frame.height * (1 - 2 * fromTop)
  scroller.scrollTop += top - frame.top - (isTall ? frame.height * fromTop : (frame.height - height) / 2)
}
