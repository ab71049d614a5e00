import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'
import fullPage from '../../lib/navigation/full-page.module.css'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { signOut } from '../identity/index.ts'
import { Brand } from '../pages/index.ts'
import { LookAndLanguage } from '../preferences/index.ts'
import { AccountCard } from './account-card.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './accounts.module.css'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { DeletedAccounts } from './deleted-accounts.tsx'
import { PendingInvites } from './pending-invites.tsx'
import { accountsQuery, switchAccount } from '../../entities/accounts/queries.ts'

/** Lets people choose or create an account, then returns to where they wanted to go. */
export function AccountsScreen({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation(['accounts', 'common', 'shell'])
  usePageTitle(t('chooser.list'))
  const router = useRouter()
  const accounts = useQuery(accountsQuery)
  const [isCreating, setCreating] = useState(false)

  const open = async (accountId: Parameters<typeof switchAccount>[0]) => {
    switchAccount(accountId)
    await router.navigate({ href: returnTo === undefined ? '/chat' : safeReturnTo(returnTo) })
  }
  return (
    <div className={fullPage.page}>
      <header className={fullPage.head}>
        <Brand />
        <div>
          <Button component={Link} to="/profile" variant="subtle" color="gray" size="compact-md">
            {t('shell:user.profile')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => void signOut()}>
            {t('shell:user.signOut')}
          </Button>
        </div>
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>{t('chooser.title')}</h1>
        <p className={styles.text}>{t('chooser.text')}</p>
        <PendingInvites onJoined={(account) => void open(account.id)} />
        {accounts.isPending && (
          <div className={styles.list} role="status" aria-label={t('common:loading')}>
            <Skeleton height={82} radius="lg" />
            <Skeleton height={82} radius="lg" />
          </div>
        )}
        {accounts.isError && !accounts.data && <LoadFailure title={t('chooser.failed')} query={accounts} />}
        {accounts.data?.length === 0 && <p className={styles.empty}>{t('chooser.empty')}</p>}
        {accounts.data && accounts.data.length > 0 && (
          <ul className={styles.list} aria-label={t('chooser.list')}>
            {accounts.data.map((account) => (
              <li key={account.id} className={styles.cardPlace}>
                <AccountCard account={account} onOpen={() => void open(account.id)} />
                <AccountMenu account={account} />
              </li>
            ))}
          </ul>
        )}
        {accounts.data && (
          <Button
            size="md"
            variant={accounts.data.length > 0 ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} />}
            onClick={() => setCreating(true)}
          >
            {t('create.button')}
          </Button>
        )}
        <DeletedAccounts />
      </main>
      <LookAndLanguage />
      <CreateAccountDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(account) => void open(account.id)}
      />
    </div>
  )
}
