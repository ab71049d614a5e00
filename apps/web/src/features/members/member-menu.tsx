import type { Account, Member, UserId } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Menu } from '@mantine/core'
import { IconCoin, IconCrown, IconShield, IconUser, IconUserMinus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { nameOf } from '../../entities/accounts/members-page.ts'
import { memberChanges } from '../../entities/accounts/members.ts'
import { useTranslation } from '../../lib/translate.ts'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'

const LimitDialog = lazy(() =>
  import('./limit-dialog.tsx').then((module) => ({ default: module.LimitDialog })),
)

type MemberMenuProps = { account: Account; member: Member & { id: UserId } }
type Asked = 'limit' | 'handOver' | 'remove' | null

/** Admins' actions for a member. The owner can be neither demoted nor removed before transferring the account. */
export function MemberMenu({ account, member }: MemberMenuProps) {
  const { t } = useTranslation(['members', 'common'])
  const [asked, setAsked] = useState<Asked>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const changes = memberChanges(account.id)
  const name = nameOf(member)
  const isOwner = member.role.name === 'owner'
  const close = () => {
    setAsked(null)
    trigger.current?.focus()
  }
  const otherRole = member.role.name === 'admin' ? 'member' : 'admin'
  return (
    <>
      <OptionsMenu trigger={trigger} label={t('row.menu', { name })}>
        {!isOwner && (
          <Menu.Item
            leftSection={
              otherRole === 'admin' ? (
                <IconShield size={16} stroke={1.7} />
              ) : (
                <IconUser size={16} stroke={1.7} />
              )
            }
            onClick={() =>
              void showOutcome(changes.setRole(member.id, otherRole), t(`role.${otherRole}.done`, { name }))
            }
          >
            {t(`role.${otherRole}.action`)}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCoin size={16} stroke={1.7} />} onClick={() => setAsked('limit')}>
          {t('limit.action')}
        </Menu.Item>
        {account.role.name === 'owner' && !isOwner && (
          <Menu.Item leftSection={<IconCrown size={16} stroke={1.7} />} onClick={() => setAsked('handOver')}>
            {t('handOver.action')}
          </Menu.Item>
        )}
        {!isOwner && (
          <Menu.Item
            color="red"
            leftSection={<IconUserMinus size={16} stroke={1.7} />}
            onClick={() => setAsked('remove')}
          >
            {t('remove.action')}
          </Menu.Item>
        )}
      </OptionsMenu>
      <ConfirmDialog
        opened={asked === 'handOver'}
        title={t('handOver.title', { name })}
        confirmLabel={t('handOver.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(changes.setRole(member.id, 'owner'), t('handOver.done', { name }))
        }}
        onClose={close}
      >
        {t('handOver.text', { name, account: account.name })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        title={t('remove.title', { name })}
        confirmLabel={t('remove.action')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(changes.remove(member.id), t('remove.done', { name }))
        }}
        onClose={close}
      >
        {t('remove.text')}
      </ConfirmDialog>
      <Suspense>
        {asked === 'limit' && <LimitDialog accountId={account.id} member={member} onClose={close} />}
      </Suspense>
    </>
  )
}
