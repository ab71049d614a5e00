import { isAdminRole } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import { useAccount } from '../entities/accounts/use-account.ts'

const RequestBadge = lazy(() =>
  import('../features/credit-requests/request-badge.tsx').then((module) => ({
    default: module.RequestBadge,
  })),
)

/** Tells admins, wherever the way to them begins, how many requests for credits wait (CHAT-14). */
export function RequestsWaiting() {
  const account = useAccount()
  if (!account || !isAdminRole(account.role.name)) return null
  return (
    <Suspense>
      <RequestBadge accountId={account.id} />
    </Suspense>
  )
}
