import type { AccountId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import styles from './credit-requests.module.css'
import { creditRequestsQuery } from './queries.ts'

/** Number of pending credit requests for the account's admins; nothing without any. */
export function RequestBadge({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('shell')
  const count = useQuery(creditRequestsQuery(accountId)).data?.requests.length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge} role="img" aria-label={t('user.requests', { count })}>
      {count}
    </span>
  )
}
