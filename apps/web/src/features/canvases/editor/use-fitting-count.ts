import { type RefObject, useLayoutEffect, useState } from 'react'

type Sizes = {
  /** Width of an item in pixels. */ item: number
  /** Width taken by other elements. */ taken: number
}

/** How many items of a row fit into an element, now and when its width changes. All of them until it is measured. */
export function useFittingCount(
  row: RefObject<HTMLElement | null>,
  { count, sizes }: { count: number; sizes: () => Sizes },
): number {
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { item, taken } = sizes()
      setFitting(Math.max(0, Math.min(count, Math.floor((element.clientWidth - taken) / item))))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [row, count, sizes])
  return fitting
}
