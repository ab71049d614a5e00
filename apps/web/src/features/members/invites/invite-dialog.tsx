import type { AccountId, RoomId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { InviteManyForm } from './invite-many-form.tsx'
import { InviteOneForm } from './invite-one-form.tsx'
import styles from '../members.module.css'
import { PublicLinks } from './public-links.tsx'
import { RoomChoice } from './room-choice.tsx'

export type InviteTab = 'one' | 'many' | 'link'
type InviteDialogProps = {
  accountId: AccountId
  tab: InviteTab
  /** The room that is chosen at first. */
  roomId?: RoomId
  onClose: () => void
}

/** 'Send Invite': one person, several at once, or a public link; all may include a room. */
export function InviteDialog({ accountId, tab, roomId: firstRoomId, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const [roomId, setRoomId] = useState<RoomId | null>(firstRoomId ?? null)
  const room = <RoomChoice accountId={accountId} roomId={roomId} onChange={setRoomId} />
  const given = { accountId, roomId, room }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('invite.open')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Tabs defaultValue={tab} keepMounted={false}>
        <Tabs.List mb="md" className={styles.tabs}>
          <Tabs.Tab value="one">{t('invite.one')}</Tabs.Tab>
          <Tabs.Tab value="many">{t('invite.many')}</Tabs.Tab>
          <Tabs.Tab value="link">{t('invite.link')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="one">
          <InviteOneForm {...given} />
        </Tabs.Panel>
        <Tabs.Panel value="many">
          <InviteManyForm {...given} />
        </Tabs.Panel>
        <Tabs.Panel value="link">
          <PublicLinks {...given} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
