import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { activeContext } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { accountsQuery, forgetAccount } from '../../entities/accounts/queries.ts'

/** Notices usually report it at once; this covers missed ones. */
const lookAgainMs = 60_000

/** Leaves an account that the user no longer belongs to, and says so (PERM-02), or that is suspended. Renders nothing. */
export function AccountWatch() {
  const { t } = useTranslation('errors')
  const navigate = useNavigate()
  const { accountId } = useStore(activeContext.place)
  const { data } = useQuery({ ...accountsQuery, refetchInterval: lookAgainMs })
  const isLost = accountId !== null && data !== undefined && !data.some(({ id }) => id === accountId)
  const isSuspended = data?.some(({ id, suspendedReason }) => id === accountId && suspendedReason !== null)
  useEffect(() => {
    if (isSuspended) void navigate({ to: '/account-suspended' })
  }, [isSuspended, navigate])
  useEffect(() => {
    if (!isLost || accountId === null) return
    void showToast(t('NOT_A_MEMBER'), 'bad')
    void navigate({ to: '/accounts' }).then(() => forgetAccount(accountId))
  }, [isLost, accountId, navigate, t])
  return null
}
