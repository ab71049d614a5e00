import type { RoomMember } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconShieldMinus, IconShieldPlus, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { errorText } from '../../../lib/text/error-text.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { fullName } from '../../../entities/rooms/full-name.ts'
import { PersonLine } from './person-line.tsx'
import { roomChanges } from '../../../entities/rooms/room-queries.ts'
import styles from '../room-screen.module.css'
import type { RoomSection } from '../room-section.ts'

/** One member, with the actions of a room admin. */
export function MemberRow({ member, ...section }: RoomSection & { member: RoomMember }) {
  const { t } = useTranslation('rooms')
  const isSelf = useUserInfo()?.userName === member.userName
  const hasMenu = section.isAdmin && !isSelf && member.membership_type !== 'OWNER'
  return (
    <li className={styles.member}>
      <PersonLine person={member} note={isSelf && <span className={styles.you}>{t('member.you')}</span>} />
      <span className={styles.type}>{t(`type.${member.membership_type}`)}</span>
      {hasMenu ? <MemberMenu {...section} member={member} /> : <span className={styles.noMenu} />}
    </li>
  )
}

function MemberMenu({ account, room, member }: RoomSection & { member: RoomMember }) {
  const { t } = useTranslation(['rooms', 'common'])
  const [isRemoving, setRemoving] = useState(false)
  const name = fullName(member)
  const isPrivate = room.access_type === 'PRIVATE'
  const { makeAdmin, removeMember } = roomChanges(account.id, room.id)
  const run = (work: () => Promise<unknown>, done: string) =>
    work().then(
      () => showToast(done, 'good'),
      (error: unknown) => showToast(errorText(error), 'bad'),
    )
  const isAdmin = member.membership_type === 'ADMIN'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('member.menu', { name })}>
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isAdmin && (
            <Menu.Item
              leftSection={<IconShieldPlus size={16} stroke={1.7} />}
              onClick={() => void run(() => makeAdmin(member.id), t('member.madeAdmin', { name }))}
            >
              {t('member.makeAdmin')}
            </Menu.Item>
          )}
          {isAdmin && !isPrivate && (
            <Menu.Item
              leftSection={<IconShieldMinus size={16} stroke={1.7} />}
              onClick={() => void run(() => removeMember(member.id), t('member.madeMember', { name }))}
            >
              {t('member.makeMember')}
            </Menu.Item>
          )}
          {isPrivate && (
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} stroke={1.7} />}
              onClick={() => setRemoving(true)}
            >
              {t('member.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isRemoving}
        title={t('member.remove.title', { name })}
        confirmLabel={t('member.remove')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={() => run(() => removeMember(member.id), t('member.removed', { name }))}
        onClose={() => setRemoving(false)}
      >
        {t('member.remove.text')}
      </ConfirmDialog>
    </>
  )
}
