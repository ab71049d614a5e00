import type { Segment } from '@atrium/contract'
import styles from './highlighted.module.css'

/** A text with its matches highlighted. */
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
