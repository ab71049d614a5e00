import type { TurnId } from '@atrium/contract'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import type { BranchStep } from './turn-tree.ts'

/** About how tall a turn is, in pixels, until it was drawn once; also that of one in outline. */
const rowHeight = 400
/** How many turns beyond the window are drawn, once what is in it stands there. */
const drawnAhead = 3
/** A branch of so few turns is drawn as a whole by then. */
const drawnWhole = 20
/** What the chat's title covers at the top, in pixels. */
const covered = 60

type TurnRowsOf = {
  path: readonly BranchStep[]
  openAt: TurnId | null
  scroller: HTMLElement | null
}

/** A turn to draw, with the distance from the one before it that is drawn, in pixels. */
type TurnRow = { index: number; gap: number }

/**
 * Which turns of a branch are drawn and where. They stand in the flow of the page, so that an answer that grows moves what is
 * below it at once; what becomes taller above the window is made up for, so that what is read stays where it is. The last turn is
 * always there, and so is the one that has the focus.
 */
export function useTurnRows({ path, openAt, scroller }: TurnRowsOf) {
  const [list, listRef] = useState<HTMLElement | null>(null)
  const scrollMargin = useDistanceFromTop(list, scroller)
  const focused = useFocusedIndex(list)
  const isOpened = useHadTime()
  // The same function for as long as the branch is the same: with another one all rows are added up anew.
  const keyOf = useCallback(
    (index: number) => {
      const step = path[index]
      if (step === undefined) return index
      // A turn that has come is another row than its outline: its height is none that was measured.
      return step.turn === null ? `outline ${step.outline.turnId}` : step.outline.turnId
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

/** Whether the browser had time for more since it drew the first frame. */
function useHadTime(): boolean {
  const [hadTime, setHadTime] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setHadTime(true))), [])
  return hadTime
}

/** Puts the focus on a row as soon as it is drawn, for as long as anybody may be waiting for it. */
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

/** How far below the top of what scrolls the rows begin, in pixels. */
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
