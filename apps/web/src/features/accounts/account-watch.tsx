import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { whereabouts } from '../../lib/api.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { accountsQuery, forgetAccount } from './queries.ts'

/** Notices tell of it at once; this is for when none arrive. */
const lookAgainMs = 60_000

/** Leads out of an account in which there is no place for the user any more, and says so (PERM-02). Draws nothing. */
export function AccountWatch() {
  const { t } = useTranslation('errors')
  const navigate = useNavigate()
  const { accountId } = useStore(whereabouts.place)
  const { data } = useQuery({ ...accountsQuery, refetchInterval: lookAgainMs })
  const isLost = accountId !== null && data !== undefined && !data.some(({ id }) => id === accountId)
  useEffect(() => {
    if (!isLost || accountId === null) return
    void showToast(t('NOT_A_MEMBER'), 'bad')
    void navigate({ to: '/accounts' }).then(() => forgetAccount(accountId))
  }, [isLost, accountId, navigate, t])
  return null
}
