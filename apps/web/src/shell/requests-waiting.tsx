import { isAdminRole } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import { useAccount } from '../entities/accounts/use-account.ts'

const RequestBadge = lazy(() =>
  import('../features/credit-requests/request-badge.tsx').then((module) => ({
    default: module.RequestBadge,
  })),
)

/** The number of pending credit requests, for admins, in each menu that links to them (CHAT-14). */
export function RequestsWaiting() {
  const account = useAccount()
  if (!account || !isAdminRole(account.role.name)) return null
  return (
    <Suspense>
      <RequestBadge accountId={account.id} />
    </Suspense>
  )
}
