import { type Account, isAdminRole } from '@atrium/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogout, IconSettings, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './accounts.module.css'
import { LeaveDialog } from './leave-dialog.tsx'
import { switchAccount } from '../../entities/accounts/queries.ts'

/** Menu of an account: members, settings, leave. */
export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation(['accounts', 'members', 'accountAdmin'])
  const navigate = useNavigate()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const open = (to: '/account-members/$id' | '/account-admin/settings/$id') => {
    switchAccount(account.id)
    void navigate({ to, params: { id: account.id } })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={trigger}
            className={styles.cardMenu}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('card.menu', { account: account.name })}
          >
            <IconDots size={19} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUsers size={16} stroke={1.7} />}
            onClick={() => open('/account-members/$id')}
          >
            {t('accountAdmin:tabs.members')}
          </Menu.Item>
          {isAdminRole(account.role.name) && (
            <Menu.Item
              leftSection={<IconSettings size={16} stroke={1.7} />}
              onClick={() => open('/account-admin/settings/$id')}
            >
              {t('accountAdmin:tabs.settings')}
            </Menu.Item>
          )}
          {account.role.name !== 'owner' && (
            <Menu.Item
              color="red"
              leftSection={<IconLogout size={16} stroke={1.7} />}
              onClick={() => setLeaving(true)}
            >
              {t('members:leave.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <LeaveDialog
        account={account}
        opened={isLeaving}
        onClose={() => {
          setLeaving(false)
          trigger.current?.focus()
        }}
      />
    </>
  )
}
