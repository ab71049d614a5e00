import styles from './courtyard.module.css'

const arches = [0, 1, 2, 3, 4, 5, 6]

/** An arcade in evening light: the mark of the product, walked into. */
export function Courtyard() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 640 720"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="courtyard-light" cx="50%" cy="58%" r="46%">
          <stop offset="0" stopColor="#f7d894" stopOpacity=".85" />
          <stop offset=".34" stopColor="#f2c879" stopOpacity=".28" />
          <stop offset="1" stopColor="#f2c879" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="courtyard-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0d342c" stopOpacity="0" />
          <stop offset="1" stopColor="#0d342c" stopOpacity=".92" />
        </linearGradient>
      </defs>
      <rect width="640" height="720" fill="url(#courtyard-light)" />
      {arches.map((arch) => {
        const share = 0.8 ** arch
        const width = 560 * share
        const foot = 470 + 190 * share
        const top = 400 - 330 * share
        const radius = width / 2
        return (
          <path
            key={arch}
            d={`M${320 - radius} ${foot}V${top + radius}a${radius} ${radius} 0 0 1 ${width} 0V${foot}`}
            fill="none"
            stroke="#f3f8f6"
            strokeOpacity={0.1 + 0.07 * arch}
            strokeWidth={1 + 9 * share}
          />
        )
      })}
      <circle cx="320" cy="452" r="15" fill="#f7d894" />
      <rect y="420" width="640" height="300" fill="url(#courtyard-floor)" />
    </svg>
  )
}
