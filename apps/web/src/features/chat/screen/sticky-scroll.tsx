import { type ReactNode, type Ref, useCallback, useImperativeHandle, useLayoutEffect } from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import type { Store } from '../../../lib/store.ts'
import styles from './chat.module.css'

/** Scrolls a conversation from other components. */
export type ScrollHandle = {
  toEnd: (how: 'instant' | 'smooth') => void
  /** Stays where it is when the content grows, until the end is in view again. */
  stay: () => void
}

type StickyScrollProps = {
  label: string
  startsAtEnd: boolean
  /** Whether the end is in view. */
  isAtEnd: Store<boolean>
  /** Receives the scrolling element; null when it is removed. */
  onScroller: (scroller: HTMLElement | null) => void
  children: ReactNode
  ref: Ref<ScrollHandle>
}

/**
 * A scroller that follows its end while that is in view. It renders whenever its height changes, many times per second during an
 * answer: its parent and content must not.
 */
export function StickyScroll({ label, startsAtEnd, isAtEnd, onScroller, children, ref }: StickyScrollProps) {
  const { scrollRef, contentRef, isAtBottom, scrollToBottom, stopScroll } = useStickToBottom({
    initial: startsAtEnd ? 'instant' : false,
    resize: 'instant',
  })
  useImperativeHandle(ref, () => ({ toEnd: (how) => void scrollToBottom(how), stay: stopScroll }), [
    scrollToBottom,
    stopScroll,
  ])
  useLayoutEffect(() => isAtEnd.set(isAtBottom), [isAtEnd, isAtBottom])
  const followScroller = useCallback(
    (element: HTMLElement | null) => {
      scrollRef(element)
      onScroller(element)
    },
    [scrollRef, onScroller],
  )
  return (
    <div className={styles.scroll} ref={followScroller} role="region" aria-label={label}>
      <div className={styles.column} ref={contentRef}>
        {children}
      </div>
    </div>
  )
}
