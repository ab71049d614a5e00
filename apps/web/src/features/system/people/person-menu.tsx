import { Menu } from '@mantine/core'
import {
  IconLockOpen,
  IconLogout,
  IconRestore,
  IconShieldMinus,
  IconShieldPlus,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { OptionsMenu } from '../../../lib/tools/options-menu.tsx'
import { AdminDialog } from './admin-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { personChanges } from './queries.ts'
import { SessionsDialog } from './sessions-dialog.tsx'
import { SuspendDialog } from '../suspend-dialog.tsx'
import type { KnownPerson } from './known-person.ts'
import { TeamsDialog } from './teams-dialog.tsx'

type Open = 'teams' | 'make' | 'remove' | 'sessions' | 'suspend' | 'delete' | null

/** System administrators' actions for a person. Their own sessions are ended on their own page. */
export function PersonMenu({ person, isOwn }: { person: KnownPerson; isOwn: boolean }) {
  const { t } = useTranslation('systemPeople')
  const [open, setOpen] = useState<Open>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(null)
    trigger.current?.focus()
  }
  const { id, name, state, systemAdmin, accounts, sessions, suspendedReason } = person
  const item = (what: Open & string, Icon: typeof IconLogout) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.7} />} onClick={() => setOpen(what)}>
      {t(`${what}.action`)}
    </Menu.Item>
  )
  const undo = (what: 'reinstate' | 'restore', Icon: typeof IconLogout) => (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.7} />}
      onClick={() => void showOutcome(personChanges(id)[what](), t(`${what}.done`, { name }))}
    >
      {t(`${what}.action`)}
    </Menu.Item>
  )
  const canMake = systemAdmin === null && (state === 'active' || state === 'locked')
  const canChange = !isOwn && systemAdmin === null
  const canSuspend = canChange && suspendedReason === null && state !== 'unconfirmed'
  const canDelete = canChange && state !== 'deletion-scheduled'
  return (
    <>
      <OptionsMenu trigger={trigger} size={44} label={t('menu', { name })}>
        {state === 'locked' && (
          <Menu.Item
            leftSection={<IconLockOpen size={16} stroke={1.7} />}
            onClick={() => void showOutcome(personChanges(id).unlock(), t('unlock.done', { name }))}
          >
            {t('unlock.action')}
          </Menu.Item>
        )}
        {person.isDeletedBySystem && undo('restore', IconRestore)}
        {suspendedReason !== null && !person.isDeletedBySystem && undo('reinstate', IconUserCheck)}
        {accounts.length > 0 && item('teams', IconUsersGroup)}
        {!isOwn && sessions > 0 && item('sessions', IconLogout)}
        {canMake && item('make', IconShieldPlus)}
        {canSuspend && item('suspend', IconUserOff)}
        {canDelete && item('delete', IconTrash)}
        {systemAdmin === 'granted' && item('remove', IconShieldMinus)}
        {systemAdmin === 'environment' && <Menu.Label>{t('admin.environment')}</Menu.Label>}
      </OptionsMenu>
      {open === 'teams' && <TeamsDialog person={person} onClose={close} />}
      {open === 'suspend' && (
        <SuspendDialog t={t} name={name} suspend={personChanges(id).suspend} onClose={close} />
      )}
      {open === 'delete' && <DeleteDialog person={person} onClose={close} />}
      {open === 'sessions' && <SessionsDialog person={person} onClose={close} />}
      {(open === 'make' || open === 'remove') && (
        <AdminDialog person={person} isOwn={isOwn} makes={open === 'make'} onClose={close} />
      )}
    </>
  )
}
