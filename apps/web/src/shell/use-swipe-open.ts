import { useEffect } from 'react'
import { isWideScreen } from '../lib/wide-screen.ts'

/** Distance from the start edge within which a swipe begins, in CSS pixels; the outermost belong to the system's own gesture. */
const edge = 96
/** Distance to swipe, and how much more along the line than across it. */
const distance = 56
const slant = 1.6

/** Opens the drawer of small screens by a swipe from the start edge: from the left, in Arabic from the right. */
export function useSwipeOpen(open: () => void): void {
  useEffect(() => {
    let start: { x: number; y: number } | null = null
    const begin = (event: TouchEvent) => {
      const [touch, second] = event.touches
      start = null
      if (!touch || second || isWideScreen() || scrollsSideways(event.target)) return
      if (fromStart(touch.clientX) <= edge) start = { x: touch.clientX, y: touch.clientY }
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!touch || start === null) return
      const along = fromStart(touch.clientX) - fromStart(start.x)
      const across = Math.abs(touch.clientY - start.y)
      if (across > distance) start = null
      else if (along >= distance && along >= across * slant) {
        start = null
        open()
      }
    }
    const options = { passive: true }
    addEventListener('touchstart', begin, options)
    addEventListener('touchmove', move, options)
    return () => {
      removeEventListener('touchstart', begin)
      removeEventListener('touchmove', move)
    }
  }, [open])
}

const fromStart = (x: number): number => (document.documentElement.dir === 'rtl' ? innerWidth - x : x)

/** Whether a swipe at this place scrolls a table, code or diagram, or moves a control. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.matches('input, textarea, select, [role="slider"], [role="dialog"], canvas')) return true
    if (
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowX)
    )
      return true
  }
  return false
}
