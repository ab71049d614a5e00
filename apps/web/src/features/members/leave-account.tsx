import type { Account } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { LeaveDialog } from '../accounts/index.ts'
import styles from './members.module.css'

/** Leaves an account, for all but its owner. */
export function LeaveAccount({ account }: { account: Account }) {
  const { t } = useTranslation('members')
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={styles.leave}>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconLogout size={17} stroke={1.7} />}
        onClick={() => setAsked(true)}
      >
        {t('leave.action')}
      </Button>
      <LeaveDialog account={account} opened={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}
