import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RowsProps } from './rows-props.ts'
import styles from './virtual-rows.module.css'

/** A list that renders only the rows near the viewport (NAV-09). */
export function VirtualRows<Row>({ rows, keyOf, scroller, rowHeight, labelledBy, children }: RowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useDistanceFromTop(list, scroller, rows.length)
  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Rows beyond the viewport are already rendered: none is needed before the next frame.
    useFlushSync: false,
    scrollMargin,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  return (
    <ul
      ref={list}
      className={styles.rows}
      style={{ blockSize: virtual.getTotalSize() }}
      aria-labelledby={labelledBy}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}

/** Offset of the list from the top of its scroll container, in pixels; follows changes above it. */
function useDistanceFromTop(
  list: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
  rowCount: number,
): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const [part, frame] = [list.current, scroller]
    if (!part || !frame) return
    const measure = () =>
      setDistance(
        Math.round(part.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop),
      )
    const sizes = new ResizeObserver(measure)
    for (const neighbour of frame.children) sizes.observe(neighbour)
    return () => sizes.disconnect()
  }, [list, scroller, rowCount])
  return distance
}
