import type { ReactNode } from 'react'
import styles from './illustration.module.css'

/** The scene of a generic page: what stands in the archway. */
export type Scene = 'empty' | 'closed' | 'broken' | 'repair' | 'planned' | 'full' | 'letter'

/** A small drawing of an archway and what happened to it, in the colors of the scheme. */
export function Illustration({ scene }: { scene: Scene }) {
  const isPlanned = scene === 'planned'
  return (
    <svg className={styles.picture} viewBox="0 0 200 132" fill="none" aria-hidden="true">
      <path className={styles.ground} d="M24 124c0-60 30-104 76-104s76 44 76 104z" />
      {[0, 1, 2].map((ring) => {
        const radius = 58 - 12 * ring
        return (
          <path
            key={ring}
            className={styles.arch}
            strokeDasharray={isPlanned && ring < 2 ? '3 7' : undefined}
            strokeOpacity={0.4 + 0.3 * ring}
            d={`M${100 - radius} 124V${84}a${radius} ${radius} 0 0 1 ${2 * radius} 0V124`}
          />
        )
      })}
      {scenes[scene]}
      <path className={styles.floor} d="M8 124.5h184" />
    </svg>
  )
}

const scenes: Record<Scene, ReactNode> = {
  // A signpost whose arms point to both sides.
  empty: (
    <>
      <path className={styles.ink} d="M100 124V74" />
      <path className={styles.sheet} d="M84 76h28l6 6-6 6H84z" />
      <path className={styles.sheet} d="M116 92H90l-6 6 6 6h26z" />
      <circle className={styles.lamp} cx="100" cy="66" r="4" />
    </>
  ),
  // A closed gate with a lock.
  closed: (
    <>
      <path className={styles.ink} d="M76 90v34M88 80v44M112 80v44M124 90v34" />
      <path className={styles.ink} d="M92 96v-6a8 8 0 0 1 16 0v6" />
      <rect className={styles.sheet} x="87" y="96" width="26" height="20" rx="4" />
      <circle className={styles.lamp} cx="100" cy="106" r="3" />
    </>
  ),
  // A stone has fallen from the arch.
  broken: (
    <>
      <path className={styles.gap} d="M112 20l12 10-8 12 10 10" />
      <path className={styles.ink} d="M117 34l-5 8 8 8" />
      <path className={styles.sheet} d="M118 124l-6-12 9-8 12 4 3 16z" />
      <path className={styles.ink} d="M104 124l3-6 7 1M92 124l2-3 4 3" />
      <circle className={styles.lamp} cx="92" cy="98" r="4" />
    </>
  ),
  // A ladder and a lamp.
  repair: (
    <>
      <path className={styles.ink} d="M82 124l14-58M102 124l-2-58M86 110h16M89 98h12M92 86h9M95 75h5" />
      <path className={styles.ink} d="M118 124v-12M110 112h16" />
      <path className={styles.sheet} d="M110 98h16l-3 14h-10z" />
      <circle className={styles.lamp} cx="118" cy="90" r="4" />
    </>
  ),
  // The plan of an arch, with its measure.
  planned: (
    <>
      <path className={styles.ink} d="M66 116l6-6 4 4-6 6-5 1z" />
      <path className={styles.sheet} d="M84 96h32v28H84z" />
      <path className={styles.ink} d="M90 117v-8a10 10 0 0 1 20 0v8M90 103h4M106 103h4" />
      <circle className={styles.lamp} cx="100" cy="86" r="4" />
    </>
  ),
  // People fill the archway, and one waits outside.
  full: (
    <>
      {[82, 100, 118].map((x) => (
        <path key={x} className={styles.sheet} d={`M${x - 8} 124v-9a8 8 0 0 1 16 0v9z`} />
      ))}
      {[82, 100, 118].map((x) => (
        <circle key={x} className={styles.sheet} cx={x} cy="98" r="5.5" />
      ))}
      <path className={styles.ink} d="M172 124v-8a7 7 0 0 1 14 0v8" />
      <circle className={styles.lamp} cx="179" cy="101" r="5" />
    </>
  ),
  // A letter with its seal.
  letter: (
    <>
      <rect className={styles.sheet} x="72" y="86" width="56" height="38" rx="4" />
      <path className={styles.ink} d="M73 90l27 20 27-20" />
      <circle className={styles.lamp} cx="100" cy="110" r="5" />
    </>
  ),
}
