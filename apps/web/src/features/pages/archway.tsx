import styles from './archway.module.css'

/** The courtyard of the sign-in pages seen from afar: arches and the lamp. */
export function Archway() {
  return (
    <svg className={styles.picture} viewBox="0 0 176 120" fill="none" aria-hidden="true">
      {[0, 1, 2, 3].map((arch) => {
        const radius = 80 - 17 * arch
        return (
          <path
            key={arch}
            className={styles.arch}
            d={`M${88 - radius} 118V${86}a${radius} ${radius - 4} 0 0 1 ${2 * radius} 0V118`}
            strokeOpacity={0.3 + 0.2 * arch}
          />
        )
      })}
      <circle cx="88" cy="92" r="5" className={styles.lamp} />
      <path className={styles.floor} d="M0 119h176" />
    </svg>
  )
}
