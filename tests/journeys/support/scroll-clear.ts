import type { Page } from '@playwright/test'

/**
 * Scrolls back so that no control is half hidden below a sticky header: people don't press a control that they have scrolled half out of
 * sight, so its size there is irrelevant.
 */
export const scrollClearOfHeaders = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stepPx = 16
    const maxSteps = 30
    const scrollerOf = (element: Element | null): Element | null =>
      element === null || element.scrollHeight > element.clientHeight + 1
        ? element
        : scrollerOf(element.parentElement)
    for (const header of document.querySelectorAll('header')) {
      const scroller = scrollerOf(header.parentElement)
      if (scroller === null || getComputedStyle(header).position !== 'sticky') continue
      const { bottom: edge } = header.getBoundingClientRect()
      const isHalfBelow = (control: Element) => {
        const { top, bottom } = control.getBoundingClientRect()
        return !header.contains(control) && top < edge && bottom > edge
      }
      for (let step = 0; step < maxSteps; step += 1) {
        if (![...scroller.querySelectorAll('button, a, input')].some(isHalfBelow)) break
        scroller.scrollTop -= stepPx
      }
    }
  })
