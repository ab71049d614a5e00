import type { DeletedAccount } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import styles from './accounts.module.css'
import { deletedAccountsQuery, restore } from '../../entities/accounts/restore-account.ts'

/** The user's deleted accounts that can be restored; nothing when there are none. */
export function DeletedAccounts() {
  const { t } = useTranslation(['accountAdmin', 'common'])
  const deleted = useQuery(deletedAccountsQuery)
  if (deleted.isError && !deleted.data)
    return (
      <p role="alert" className={styles.invitesFailed}>
        {t('deleted.failed')}{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => void deleted.refetch()}>
          {t('common:action.tryAgain')}
        </Button>
      </p>
    )
  if (!deleted.data?.length) return null
  return (
    <section className={styles.deleted} aria-labelledby="deleted-accounts">
      <h2 id="deleted-accounts" className={styles.subtitle}>
        {t('deleted.title')}
      </h2>
      <ul className={styles.list}>
        {deleted.data.map((account) => (
          <li key={account.id}>
            <DeletedCard account={account} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeletedCard({ account }: { account: DeletedAccount }) {
  const { t } = useTranslation('accountAdmin')
  const [isRestoring, setRestoring] = useState(false)
  const until = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long', timeStyle: 'short' })
  const bringBack = async () => {
    setRestoring(true)
    await restore(account)
    setRestoring(false)
  }
  return (
    <div className={styles.gone}>
      <Avatar name={account.name} size={40} shape="square" decorative />
      <span className={styles.cardWords}>
        <bdi className={styles.goneName}>{account.name}</bdi>
        <span className={styles.goneFacts}>
          {t('deleted.until', { date: until.format(new Date(account.erasedAt)) })}
        </span>
      </span>
      <Button
        variant="default"
        loading={isRestoring}
        aria-label={t('deleted.restoreNamed', { account: account.name })}
        onClick={() => void bringBack()}
      >
        {t('deleted.restore')}
      </Button>
    </div>
  )
}
