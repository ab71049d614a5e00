import type { SystemAccount } from '@atrium/contract'
import list from '@atrium/ui/lists/list-table.module.css'
import { CardRow, ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { Badge } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { AccountMenu } from './account-menu.tsx'
import { AccountStateSign } from './account-state.tsx'
import { dateText } from './people/date-text.ts'
import styles from './system.module.css'
import { useNumbers } from './use-numbers.ts'

type AccountsTableProps = {
  accounts: SystemAccount[]
  /** The rows still belong to the previous page. */ isStale: boolean
}

/** The accounts of a page: a table on a desktop, cards on a phone. */
export function AccountsTable({ accounts, isStale }: AccountsTableProps) {
  const { t } = useTranslation('systemPlans')
  return (
    <ListTable
      label={t('title')}
      isStale={isStale}
      head={
        <>
          <ColumnHead>{t('column.account')}</ColumnHead>
          <ColumnHead>{t('column.state')}</ColumnHead>
          <ColumnHead>{t('column.plan')}</ColumnHead>
          <ColumnHead isNumber>{t('column.balance')}</ColumnHead>
          <ColumnHead isNumber>{t('column.used')}</ColumnHead>
          <ColumnHead isNumber>{t('column.members')}</ColumnHead>
          <ColumnHead>{t('column.lastUsed')}</ColumnHead>
          <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
        </>
      }
    >
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </ListTable>
  )
}

function AccountRow({ account }: { account: SystemAccount }) {
  const { t } = useTranslation('systemPlans')
  const numbers = useNumbers()
  return (
    <CardRow
      name={
        <>
          <bdi className={styles.name}>{account.name}</bdi>
          <span className={list.under} title={account.ownerEmail ?? undefined}>
            <bdi>{account.ownerName ?? t('row.noOwner')}</bdi>
          </span>
        </>
      }
      menu={<AccountMenu account={account} />}
    >
      <td data-label={t('column.state')}>
        <AccountStateSign account={account} />
      </td>
      <td data-label={t('column.plan')}>
        <Badge variant="light" color="gray" radius="sm" tt="none" dir="auto">
          {account.planName}
        </Badge>
      </td>
      <td className={list.number} data-label={t('column.balance')}>
        {numbers(account.balance)}
      </td>
      <td className={list.number} data-label={t('column.used')}>
        <span>
          {t('row.used', { used: numbers(account.usedThisMonth), total: numbers(account.monthlyCredits) })}
          {account.monthlyGrants > 0 && (
            <span className={list.under}>
              {t('row.monthly', { credits: numbers(account.monthlyGrants) })}
            </span>
          )}
        </span>
      </td>
      <td className={list.number} data-label={t('column.members')}>
        {numbers(account.memberCount)}
      </td>
      <td data-label={t('column.lastUsed')} className={styles.date}>
        {account.lastUsedAt === null ? t('row.never') : dateText(account.lastUsedAt)}
      </td>
    </CardRow>
  )
}
