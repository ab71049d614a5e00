import { type RefObject, useEffect, useState } from 'react'

/** The line that determines the current page, as a fraction of the scroll area's height. */
const lookedAt = 0.3

/** The number of the current page of a scroll area, from 1. */
export function useSeenPage(scroller: RefObject<HTMLElement | null>, first: number): number {
  const [page, setPage] = useState(first)
  useEffect(() => {
    const watched = scroller.current
    if (watched === null) return
    let frame = 0
    const look = () => {
      frame = 0
      const { left, top, width, height } = watched.getBoundingClientRect()
      const found = document
        .elementsFromPoint(left + width / 2, top + height * lookedAt)
        .map((element) => element.closest<HTMLElement>('[data-page]'))
        .find((element) => element !== null && watched.contains(element))
      if (found) setPage(Number(found.dataset['page']))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    watched.addEventListener('scroll', soon, { passive: true })
    return () => {
      watched.removeEventListener('scroll', soon)
      cancelAnimationFrame(frame)
    }
  }, [scroller])
  return page
}
