import { type Account, isAdminRole } from '@atrium/contract'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { AccountFrame } from '../account-admin/index.ts'

type FrameProps = {
  title: string
  action?: (account: Account) => ReactNode
  children: (account: Account) => ReactNode
}

/** A page of 'Plans & Billing', for the account's admins (PERM-03); members are redirected to the list of members. */
export function BillingFrame({ title, action, children }: FrameProps) {
  usePageTitle(title)
  const account = useAccount()
  if (account === null) return null
  if (!isAdminRole(account.role.name))
    return <Navigate to="/account-members/$id" params={{ id: account.id }} replace />
  return (
    <AccountFrame account={account} title={title} action={action?.(account)}>
      {children(account)}
    </AccountFrame>
  )
}
