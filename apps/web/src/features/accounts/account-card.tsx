import type { Account } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './accounts.module.css'
import { useOpenAccountId } from '../../entities/accounts/use-account.ts'

/** Card of an account: logo, name, the user's role, number of members. */
export function AccountCard({ account, onOpen }: { account: Account; onOpen: () => void }) {
  const { t } = useTranslation('accounts')
  const isActive = useOpenAccountId() === account.id
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <Avatar name={account.name} imageUrl={account.logoUrl} size={48} shape="square" decorative />
      <span className={styles.cardWords}>
        <bdi className={styles.cardName}>{account.name}</bdi>
        <span className={styles.cardFacts}>
          <span>{t(`role.${account.role.name}`)}</span>
          <span>{t('members', { count: account.memberCount })}</span>
          {account.ownerEmail !== null && (
            <span>
              {t('ownedBy')} <bdi>{account.ownerEmail}</bdi>
            </span>
          )}
          {account.suspendedReason !== null && (
            <span className={styles.suspended}>{t('suspended.badge')}</span>
          )}
          {isActive && <span className={styles.active}>{t('chooser.active')}</span>}
        </span>
      </span>
      <IconArrowRight className={styles.arrow} size={20} stroke={1.6} aria-hidden="true" />
    </button>
  )
}
