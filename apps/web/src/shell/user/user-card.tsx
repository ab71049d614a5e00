import { Skeleton } from '@mantine/core'
import { shortName } from '@atrium/contract'
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import { creditsLeft } from './credits-left.ts'
import { RequestsWaiting } from '../requests-waiting.tsx'
import { UserAvatar } from './user-avatar.tsx'
import styles from './user-card.module.css'
import { useIsSelling } from './use-is-selling.ts'
import { UserMenu } from './user-menu.tsx'

/** The signed-in user and the remaining credits; opens the account settings. */
export function UserCard() {
  const { t } = useTranslation('shell')
  const info = useUserInfo()
  const account = useAccount()
  const isSelling = useIsSelling()
  return (
    <div className={styles.card}>
      <div className={styles.person}>
        <UserAvatar size={36} />
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {(info && shortName(info)) || t('user.fallbackName')}
          </p>
          <p className={styles.email} dir="ltr" title={info?.userName}>
            {info ? info.userName : <Skeleton height={10} width="70%" />}
          </p>
        </div>
      </div>
      {info && <p className={styles.credits}>{t('user.credits', { count: creditsLeft(info) })}</p>}
      {info && (info.credit_limit_percentage ?? 0) >= 80 && (
        <p className={styles.limit}>{t('user.limit', { share: info.credit_limit_percentage ?? 0 })}</p>
      )}
      {account?.userType === 'internalAdmin' && isSelling && (
        <Link
          to="/plans-and-billing/plans-and-top-ups/$id"
          params={{ id: account.id }}
          className={styles.history}
        >
          {t('user.buyTopUp')}
        </Link>
      )}
      {account?.userType === 'internalAdmin' && (
        <Link
          to="/reports-and-analytics/credit-usage-history/$id"
          params={{ id: account.id }}
          className={styles.history}
        >
          {t('user.usageHistory')}
        </Link>
      )}
      <UserMenu
        position="top-start"
        trigger={(props) => (
          <button type="button" className={styles.settings} {...props}>
            <IconSettings size={18} stroke={1.6} aria-hidden="true" />
            {t('user.settings')}
            <RequestsWaiting />
          </button>
        )}
      />
    </div>
  )
}
