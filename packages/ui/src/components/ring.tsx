import styles from './ring.module.css'

/** A progress ring: `part` from 0 to 1, `size` in pixels. Decorative: its meaning is in the text beside it. */
export function Ring({ part, size = 20 }: { part: number; size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} className={styles.ring} aria-hidden="true">
      <circle className={styles.whole} cx={10} cy={10} r={7.5} pathLength={100} />
      <circle
        className={styles.part}
        cx={10}
        cy={10}
        r={7.5}
        pathLength={100}
        strokeDasharray={`${Math.min(1, part) * 100} 100`}
      />
    </svg>
  )
}
