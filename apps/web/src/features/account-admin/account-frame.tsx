import type { Account } from '@atrium/contract'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import type { ReactNode } from 'react'
import { AccountTabs } from './account-tabs.tsx'

type AccountFrameProps = { account: Account; title: string; action?: ReactNode; children: ReactNode }

/** A page of the account's administration, with its heading and tabs. */
export function AccountFrame({ account, title, action, children }: AccountFrameProps) {
  return (
    <Screen>
      <ScreenHead title={title} about={<bdi>{account.name}</bdi>} action={action} />
      <AccountTabs account={account} />
      {children}
    </Screen>
  )
}
