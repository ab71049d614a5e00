import { createFileRoute, redirect } from '@tanstack/react-router'
import { whereabouts } from '../../lib/api.ts'

/** The settings of the active account, for links that name none. */
export const Route = createFileRoute('/_app/account-settings')({
  beforeLoad: () => {
    const id = whereabouts.accountId()
    throw id === null
      ? redirect({ to: '/accounts', replace: true })
      : redirect({ to: '/account-admin/settings/$id', params: { id }, replace: true })
  },
})
