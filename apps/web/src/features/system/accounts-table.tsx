import type { SystemAccount } from '@atrium/contract'
import { Badge } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './system.module.css'
import { useNumbers } from './use-numbers.ts'

type AccountsTableProps = {
  accounts: SystemAccount[]
  /** The rows still belong to the previous page. */ isStale: boolean
}

/** The accounts of a page: a table on a desk, cards on a phone. */
export function AccountsTable({ accounts, isStale }: AccountsTableProps) {
  const { t } = useTranslation('systemPlans')
  return (
    <table
      className={styles.table}
      aria-label={t('title')}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <thead>
        <tr>
          <th scope="col">{t('column.account')}</th>
          <th scope="col">{t('column.plan')}</th>
          <th scope="col" className={styles.number}>
            {t('column.balance')}
          </th>
          <th scope="col" className={styles.number}>
            {t('column.used')}
          </th>
          <th scope="col" className={styles.number}>
            {t('column.members')}
          </th>
          <th scope="col">
            <span className={styles.hidden}>{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </table>
  )
}

function AccountRow({ account }: { account: SystemAccount }) {
  const { t } = useTranslation('systemPlans')
  const numbers = useNumbers()
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.nameCell}>
        <bdi className={styles.name}>{account.name}</bdi>
        <span className={styles.under} title={account.ownerEmail ?? undefined}>
          <bdi>{account.ownerName ?? t('row.noOwner')}</bdi>
        </span>
      </th>
      <td data-label={t('column.plan')}>
        <Badge variant="light" color="gray" radius="sm" tt="none" dir="auto">
          {account.planName}
        </Badge>
      </td>
      <td className={styles.number} data-label={t('column.balance')}>
        {numbers(account.balance)}
      </td>
      <td className={styles.number} data-label={t('column.used')}>
        <span>
          {t('row.used', { used: numbers(account.usedThisMonth), total: numbers(account.monthlyCredits) })}
          {account.monthlyGrants > 0 && (
            <span className={styles.under}>
              {t('row.monthly', { credits: numbers(account.monthlyGrants) })}
            </span>
          )}
        </span>
      </td>
      <td className={styles.number} data-label={t('column.members')}>
        {numbers(account.memberCount)}
      </td>
      <td className={styles.menuCell}>
        <AccountMenu account={account} />
      </td>
    </tr>
  )
}
