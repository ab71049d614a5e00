import type { ToolForm } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './tool-servers.module.css'

const fields = ['title', 'description', 'inputSchema', 'isReading'] as const

/** What a server changed in a tool since an admin accepted it. */
export function ToolDifference({ accepted, offered }: { accepted: ToolForm; offered: ToolForm }) {
  const { t } = useTranslation('toolServers')
  const changed = fields.filter((field) => accepted[field] !== offered[field])
  const words = (form: ToolForm, field: (typeof fields)[number]) =>
    field === 'isReading' ? t(form.isReading ? 'reads' : 'writes') : form[field]
  return (
    <div className={styles.difference} role="group" aria-label={t('diff')}>
      {changed.map((field) => (
        <div key={field} className={styles.changed}>
          <p className={styles.label}>{t(`field.${field}`)}</p>
          <del className={styles.before} dir="auto" aria-label={t('before')}>
            {words(accepted, field)}
          </del>
          <ins className={styles.after} dir="auto" aria-label={t('now')}>
            {words(offered, field)}
          </ins>
        </div>
      ))}
    </div>
  )
}
