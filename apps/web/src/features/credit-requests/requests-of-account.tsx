import type { AccountId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { creditRequestsQuery, systemRequestsQuery } from './queries.ts'
import { RequestList } from './request-list.tsx'

/** The requests for the account's admins to decide. */
export function RequestsOfAccount({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('members')
  const found = useQuery(creditRequestsQuery(accountId))
  if (found.isError && !found.data) return <LoadFailure title={t('credits.failed')} query={found} />
  return found.data ? <RequestList {...found.data} accountId={accountId} /> : null
}

/** The requests for system administrators to decide. */
export function SystemRequests() {
  const { t } = useTranslation('members')
  const found = useQuery(systemRequestsQuery)
  if (found.isError && !found.data) return <LoadFailure title={t('credits.failed')} query={found} />
  return found.data ? <RequestList requests={found.data} creditsLeft={null} accountId={null} /> : null
}
