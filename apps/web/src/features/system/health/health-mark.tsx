import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { healthQuery, markRefreshMs, withOutage } from './health-query.ts'
import styles from './health.module.css'

/** A warning beside 'Health' while something fails. */
export function HealthMark() {
  const { t } = useTranslation('systemHealth')
  const { data, error } = useQuery({ ...healthQuery, refetchInterval: markRefreshMs })
  if (!data || withOutage(data, error).state !== 'trouble') return null
  return (
    <span className={styles.mark} role="img" aria-label={t('mark')} title={t('mark')}>
      <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
    </span>
  )
}
