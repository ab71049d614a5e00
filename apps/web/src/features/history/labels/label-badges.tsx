import type { Label } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './labels.module.css'

/** The labels of a chat, small. */
export function LabelBadges({ labels }: { labels: readonly Label[] }) {
  const { t } = useTranslation('labels')
  if (labels.length === 0) return null
  return (
    <ul className={styles.badges} aria-label={t('row.labels')}>
      {labels.map(({ labelId, name }) => (
        <li key={labelId} className={styles.badge} dir="auto" title={name}>
          {name}
        </li>
      ))}
    </ul>
  )
}
