import type { TurnId } from '@atrium/contract'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '../../../lib/when-idle.ts'
import { type BranchStep, rowOf } from '../../../entities/turns/turn-tree.ts'

/** Estimated height of an unrendered turn, in pixels. */
const rowHeight = 400
/** How many turns beyond the window to render, once the visible ones are. */
const drawnAhead = 3
/** A branch up to this length is then rendered completely. */
const drawnWhole = 20
/** Height covered by the chat's title at the top, in pixels. */
const covered = 60

type TurnRowsOf = {
  path: readonly BranchStep[]
  openAt: TurnId | null
  scroller: HTMLElement | null
}

/** A rendered turn, with its distance from the previous rendered one, in pixels. */
type TurnRow = { index: number; gap: number }

/**
 * Chooses which turns of a branch to render and where. They are in the page's flow, so that a growing answer moves what is below
 * at once; growth above the window is compensated by scrolling. Always renders the last turn, and the focused one.
 */
export function useTurnRows({ path, openAt, scroller }: TurnRowsOf) {
  const [list, listRef] = useState<HTMLElement | null>(null)
  const scrollMargin = useDistanceFromTop(list, scroller)
  const focused = useFocusedIndex(list)
  const isOpened = useHadTime()
  // Stable for the same branch: a new function recomputes all rows.
  const keyOf = useCallback(
    (index: number) => {
      const step = path[index]
      if (step === undefined) return index
      // A loaded turn is a different row from its outline, so that its height is measured again.
      return step.turn === null ? `outline ${step.outline.turnId}` : rowOf(step)
    },
    [path],
  )
  const indexOf = (turnId: TurnId | null) => path.findIndex(({ outline }) => outline.turnId === turnId)
  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: path.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: isOpened ? drawnAhead : 1,
    initialOffset: () => (openAt === null ? path.length * rowHeight : indexOf(openAt) * rowHeight),
    scrollMargin,
    scrollPaddingStart: covered,
    getItemKey: keyOf,
    rangeExtractor: (range) =>
      isOpened && range.count <= drawnWhole
        ? Array.from({ length: range.count }, (_, index) => index)
        : indexesOf(range, [range.count - 1, ...focused()]),
    useFlushSync: false,
  })
  const measured = useRef(new Set<unknown>())
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset }) => {
    const offset = scrollOffset ?? 0
    if (measured.current.has(item.key)) return item.end <= offset
    measured.current.add(item.key)
    return item.start < offset
  }

  const opened = useRef(openAt === null)
  const jumpTo = (turnId: TurnId) => {
    const index = indexOf(turnId)
    if (index === -1) return
    virtual.scrollToIndex(index, { align: 'start' })
    focusRow(list, index)
  }
  /** Scrolls to a turn and keeps the focus. */
  const reveal = (turnId: TurnId) => {
    const index = indexOf(turnId)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'start' })
  }
  useLayoutEffect(() => {
    if (opened.current || scroller === null || list === null) return
    opened.current = true
    virtual.scrollToIndex(Math.max(0, indexOf(openAt)), { align: 'start' })
  })
  let end = scrollMargin
  const items: TurnRow[] = (scroller === null ? [] : virtual.getVirtualItems()).map((item) => {
    const gap = Math.max(0, item.start - end)
    end = item.end
    return { index: item.index, gap }
  })
  return {
    listRef,
    measure: virtual.measureElement,
    height: virtual.getTotalSize(),
    items,
    jumpTo,
    reveal,
    turnInView: () => {
      const top = (virtual.scrollOffset ?? 0) + covered + 1
      return path[virtual.getVirtualItemForOffset(top)?.index ?? path.length - 1]?.outline.turnId ?? null
    },
  }
}

function indexesOf(range: Range, others: readonly number[]): number[] {
  const indexes = new Set([...defaultRangeExtractor(range), ...others.filter((index) => index < range.count)])
  return [...indexes].toSorted((one, other) => one - other)
}

/** Whether the browser has had idle time since the first frame. */
function useHadTime(): boolean {
  const [hadTime, setHadTime] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setHadTime(true))), [])
  return hadTime
}

/** Focuses a row once it is rendered, while the person is still waiting for it. */
function focusRow(list: HTMLElement | null, index: number, tries = 30): void {
  const row = list?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusRow(list, index, tries - 1))
}

/** Which row has the focus: it stays drawn, however far it is scrolled away. */
const useFocusedIndex = (list: HTMLElement | null) =>
  useCallback((): number[] => {
    const { activeElement } = document
    if (list === null || activeElement === null || !list.contains(activeElement)) return []
    const row = activeElement.closest<HTMLElement>('[data-index]')
    return row === null ? [] : [Number(row.dataset['index'])]
  }, [list])

/** Distance of the rows from the scroller's top, in pixels. */
function useDistanceFromTop(list: HTMLElement | null, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    if (list === null || scroller === null) return
    const measure = () =>
      setDistance(
        Math.round(
          list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
        ),
      )
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(scroller)
    return () => sizes.disconnect()
  }, [list, scroller])
  return distance
}
