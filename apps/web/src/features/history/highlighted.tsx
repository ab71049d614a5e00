import type { Segment } from '@atrium/contract'
import styles from './labels.module.css'

/** A text with what was searched for marked in it. */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  return (
    <bdi>
      {segments.map(({ text, isHit }, index) =>
        isHit ? (
          <mark key={index} className={styles.mark}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
