import type { IndexState } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import { standingOf } from './standing.ts'
import styles from './status.module.css'

/** How far a file or a knowledge base is, in a word. */
export function StatusBadge({ state }: { state: IndexState }) {
  const { t } = useTranslation('contextFiles')
  const standing = standingOf(state)
  return (
    <span className={styles.badge} data-standing={standing}>
      {t(`status.${standing}`)}
    </span>
  )
}
