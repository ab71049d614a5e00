import type { IndexState } from '@atrium/contract'
import { statusOf } from '../../entities/files/status-of.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './status.module.css'

/** The state of a file or knowledge base, in a word. */
export function StatusBadge({ state }: { state: IndexState }) {
  const { t } = useTranslation('contextFiles')
  const status = statusOf(state)
  return (
    <span className={styles.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  )
}
