import type { AccountId, InviteId } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Menu } from '@mantine/core'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { memberChanges } from '../../entities/accounts/members.ts'
import { useTranslation } from '../../lib/translate.ts'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'

type InviteMenuProps = { accountId: AccountId; inviteId: InviteId; email: string }

/** Admins' actions for a pending invitation. */
export function InviteMenu({ accountId, inviteId, email }: InviteMenuProps) {
  const { t } = useTranslation(['members', 'common'])
  const [isWithdrawing, setWithdrawing] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const changes = memberChanges(accountId)
  return (
    <>
      <OptionsMenu trigger={trigger} label={t('row.menu', { name: email })}>
        <Menu.Item
          leftSection={<IconMail size={16} stroke={1.7} />}
          onClick={() => void showOutcome(changes.resend(inviteId), t('resend.done', { email }))}
        >
          {t('resend.action')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconMailOff size={16} stroke={1.7} />}
          onClick={() => setWithdrawing(true)}
        >
          {t('withdraw.action')}
        </Menu.Item>
      </OptionsMenu>
      <ConfirmDialog
        opened={isWithdrawing}
        title={t('withdraw.title')}
        confirmLabel={t('withdraw.action')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(changes.withdraw(inviteId), t('withdraw.done', { email }))
        }}
        onClose={() => {
          setWithdrawing(false)
          trigger.current?.focus()
        }}
      >
        {t('withdraw.text', { email })}
      </ConfirmDialog>
    </>
  )
}
