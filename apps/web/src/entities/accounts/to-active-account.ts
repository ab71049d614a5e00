import { redirect } from '@tanstack/react-router'
import { activeContext } from '../../lib/api/api.ts'

/** Redirects from another account's page to the members of the active one (NAV-05). */
export function toActiveAccount(id: string): void {
  const active = activeContext.accountId()
  if (active !== null && active !== id)
    throw redirect({ to: '/account-members/$id', params: { id: active }, replace: true })
}
