import { createFileRoute, redirect } from '@tanstack/react-router'
import { activeContext } from '../../lib/api/api.ts'

/** The settings of the active account, for links that name none. */
export const Route = createFileRoute('/_app/account-settings')({
  beforeLoad: () => {
    const id = activeContext.accountId()
    throw id === null
      ? redirect({ to: '/accounts', replace: true })
      : redirect({ to: '/account-admin/settings/$id', params: { id }, replace: true })
  },
})
