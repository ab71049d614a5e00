import type { CreditLimit } from '@atrium/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './settings.module.css'

type LimitRowProps = { name: string; limit: CreditLimit; onRemove?: () => void }

/** One limit with this month's usage; warns from 80 % on. */
export function LimitRow({ name, limit: { limit, used, isWarned }, onRemove }: LimitRowProps) {
  const { t } = useTranslation('accountAdmin')
  const share = limit > 0 ? Math.min(100, (used / limit) * 100) : 100
  return (
    <li>
      <div className={styles.limitHead}>
        <bdi className={styles.anywhere}>{name}</bdi>
        {isWarned && (
          <span className={styles.warned}>
            {t(used >= limit ? 'roomLimits.reached' : 'roomLimits.almost')}
          </span>
        )}
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('roomLimits.remove', { name })}
            onClick={onRemove}
          >
            <IconX size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <p className={styles.quiet}>{t('roomLimits.used', { used, limit })}</p>
      <div
        className={styles.meter}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
      >
        <div
          className={isWarned ? styles.meterWarned : styles.meterFill}
          style={{ inlineSize: `${share}%` }}
        />
      </div>
    </li>
  )
}
