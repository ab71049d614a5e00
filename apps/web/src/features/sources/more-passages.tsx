import { useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './source-viewer.module.css'

type MorePassagesProps = { more: (() => void) | null; isLoading: boolean }

/** Distance from the end at which more text is requested, in CSS pixels. */
const aheadPixels = 600

/** Requests more of a text as the reader nears its end; renders nothing if there is no more. */
export function MorePassages({ more, isLoading }: MorePassagesProps) {
  const { t } = useTranslation('sources')
  const place = useRef<HTMLParagraphElement>(null)
  const ask = useRef(more)
  useEffect(() => {
    ask.current = more
  })
  const isWanted = more !== null && !isLoading
  useEffect(() => {
    const element = place.current
    if (element === null || !isWanted) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) ask.current?.()
      },
      { root: element.closest('[data-scroller]'), rootMargin: `${aheadPixels}px 0px` },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isWanted])
  if (more === null) return null
  return (
    <p ref={place} className={styles.more}>
      {t('viewer.more')}
    </p>
  )
}
