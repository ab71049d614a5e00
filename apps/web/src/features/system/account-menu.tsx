import type { SystemAccount } from '@atrium/contract'
import { Menu } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleOff,
  IconCoin,
  IconList,
  IconLogout,
  IconRestore,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { AccountDialog } from './account-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { GrantsDialog } from './grants-dialog.tsx'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { accountChanges } from './queries.ts'
import { SuspendDialog } from './suspend-dialog.tsx'

type Open = 'plan' | 'grant' | 'grants' | 'suspend' | 'sessions' | 'delete' | null

/** System administrators' actions for an account. */
export function AccountMenu({ account }: { account: SystemAccount }) {
  const { t } = useTranslation('systemPlans')
  const [open, setOpen] = useState<Open>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(null)
    trigger.current?.focus()
  }
  const { id, name, state } = account
  const item = (what: Open & string, Icon: typeof IconCoin) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.7} />} onClick={() => setOpen(what)}>
      {t(`${what}.action`)}
    </Menu.Item>
  )
  const undo = (what: 'reinstate' | 'restore', Icon: typeof IconCoin) => (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.7} />}
      onClick={() => void showOutcome(accountChanges(id)[what](), t(`${what}.done`, { name }))}
    >
      {t(`${what}.action`)}
    </Menu.Item>
  )
  return (
    <>
      <OptionsMenu trigger={trigger} size={44} label={t('row.menu', { name })}>
        {state !== 'deleted' && (
          <>
            {item('plan', IconStack2)}
            {item('grant', IconCoin)}
            {item('grants', IconList)}
            <Menu.Divider />
            {item('sessions', IconLogout)}
            {state === 'suspended' ? undo('reinstate', IconCircleCheck) : item('suspend', IconCircleOff)}
            {item('delete', IconTrash)}
          </>
        )}
        {state === 'deleted' && undo('restore', IconRestore)}
      </OptionsMenu>
      {open === 'plan' && <PlanDialog account={account} onClose={close} />}
      {open === 'grant' && <GrantDialog account={account} onClose={close} />}
      {open === 'grants' && <GrantsDialog account={account} onClose={close} />}
      {open === 'suspend' && (
        <SuspendDialog t={t} name={name} suspend={accountChanges(id).suspend} onClose={close} />
      )}
      {(open === 'sessions' || open === 'delete') && (
        <AccountDialog what={open} account={account} onClose={close} />
      )}
    </>
  )
}
