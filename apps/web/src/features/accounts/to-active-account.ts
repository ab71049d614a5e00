import { redirect } from '@tanstack/react-router'
import { whereabouts } from '../../lib/api.ts'

/** Leads from a page about another account to the members of the active one (NAV-05). */
export function toActiveAccount(id: string): void {
  const active = whereabouts.accountId()
  if (active !== null && active !== id)
    throw redirect({ to: '/account-members/$id', params: { id: active }, replace: true })
}
