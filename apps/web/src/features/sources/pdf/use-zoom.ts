import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { largerThan, smallerThan } from './zoom.ts'

/** The zoom of the pages, by buttons and the standard keys; keeps the center in place. */
export function useZoom(scroller: RefObject<HTMLDivElement | null>): [number, (zoom: number) => void] {
  const [zoom, setZoom] = useState(1)
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = scroller.current
    const factor = zoom / before.current
    before.current = zoom
    if (element === null || factor === 1) return
    const middle = element.clientHeight / 2
    element.scrollTop = (element.scrollTop + middle) * factor - middle
    element.scrollLeft =
      ((element.scrollWidth - element.clientWidth) / 2) * Math.sign(element.scrollLeft || 1)
  }, [zoom, scroller])
  useEffect(() => {
    const element = scroller.current
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '+' || event.key === '=') setZoom(largerThan)
      else if (event.key === '-') setZoom(smallerThan)
      else if (event.key === '0') setZoom(1)
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [scroller])
  return [zoom, setZoom]
}
