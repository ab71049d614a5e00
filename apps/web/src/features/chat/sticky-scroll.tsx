import { type ReactNode, type Ref, useCallback, useImperativeHandle, useLayoutEffect } from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import type { Store } from '../../lib/store.ts'
import styles from './chat.module.css'

/** How others scroll a conversation. */
export type ScrollHandle = { toEnd: (how: 'instant' | 'smooth') => void }

type StickyScrollProps = {
  label: string
  startsAtEnd: boolean
  /** Told whether the end is in the window. */
  isAtEnd: Store<boolean>
  /** Given what scrolls; null when it goes. */
  onScroller: (scroller: HTMLElement | null) => void
  children: ReactNode
  ref: Ref<ScrollHandle>
}

/**
 * What scrolls with its end, for as long as that is in the window. It draws itself again whenever its height changes, many times a
 * second while an answer streams: whoever holds it must not, and neither does what is in it.
 */
export function StickyScroll({ label, startsAtEnd, isAtEnd, onScroller, children, ref }: StickyScrollProps) {
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: startsAtEnd ? 'instant' : false,
    resize: 'instant',
  })
  useImperativeHandle(ref, () => ({ toEnd: (how) => void scrollToBottom(how) }), [scrollToBottom])
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
