import type { SystemAccount } from '@atrium/contract'
import { Menu } from '@mantine/core'
import { IconCoin, IconList, IconStack2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { GrantsDialog } from './grants-dialog.tsx'
import { OptionsMenu } from './options-menu.tsx'
import { PlanDialog } from './plan-dialog.tsx'

type Open = 'plan' | 'grant' | 'grants' | null

/** System administrators' actions for an account. */
export function AccountMenu({ account }: { account: SystemAccount }) {
  const { t } = useTranslation('systemPlans')
  const [open, setOpen] = useState<Open>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(null)
    trigger.current?.focus()
  }
  const item = (what: Open & string, Icon: typeof IconCoin) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.7} />} onClick={() => setOpen(what)}>
      {t(`${what}.action`)}
    </Menu.Item>
  )
  return (
    <>
      <OptionsMenu trigger={trigger} label={t('row.menu', { name: account.name })}>
        {item('plan', IconStack2)}
        {item('grant', IconCoin)}
        {item('grants', IconList)}
      </OptionsMenu>
      {open === 'plan' && <PlanDialog account={account} onClose={close} />}
      {open === 'grant' && <GrantDialog account={account} onClose={close} />}
      {open === 'grants' && <GrantsDialog account={account} onClose={close} />}
    </>
  )
}
