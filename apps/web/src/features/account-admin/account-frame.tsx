import type { Account } from '@atrium/contract'
import type { ReactNode } from 'react'
import styles from './account-frame.module.css'
import { AccountTabs } from './account-tabs.tsx'

type AccountFrameProps = { account: Account; title: string; action?: ReactNode; children: ReactNode }

/** A page of the account's administration, with its heading and tabs. */
export function AccountFrame({ account, title, action, children }: AccountFrameProps) {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.account}>
            <bdi>{account.name}</bdi>
          </p>
        </div>
        {action}
      </header>
      <AccountTabs account={account} />
      {children}
    </div>
  )
}
