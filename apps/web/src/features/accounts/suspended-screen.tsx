import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { accountsQuery } from '../../entities/accounts/queries.ts'
import { activeContext } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'
import { signOut } from '../identity/index.ts'
import { MessagePage } from '../pages/index.ts'
import styles from './accounts.module.css'

const lookAgainMs = 30_000

/** What members of a suspended account see instead of it; leads back when it is reinstated. */
export function SuspendedScreen() {
  const { t } = useTranslation(['accounts', 'shell'])
  const { accountId } = useStore(activeContext.place)
  const { data } = useQuery({ ...accountsQuery, refetchInterval: lookAgainMs })
  if (data === undefined) return null
  const account = data.find(({ id }) => id === accountId)
  if (account === undefined) return <Navigate to="/accounts" />
  if (account.suspendedReason === null) return <Navigate to="/" />
  return (
    <MessagePage
      scene="closed"
      title={t('suspended.title', { account: account.name })}
      text={t('suspended.text')}
      action={
        <div className={styles.suspendedActions}>
          <p className={styles.suspendedReason}>
            <strong>{t('suspended.reason')}</strong>
            <span dir="auto">{account.suspendedReason}</span>
          </p>
          <Button component={Link} to="/accounts" size="md">
            {t('suspended.others')}
          </Button>
          <Button variant="subtle" size="md" onClick={() => void signOut()}>
            {t('shell:user.signOut')}
          </Button>
        </div>
      }
    />
  )
}
