import { IconBooks, IconChevronRight, IconFiles, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { ActiveRoom } from '../active-room.tsx'
import { DeletedRooms } from '../deleted-rooms.tsx'
import { Description } from '../details-section.tsx'
import { InstructionsText } from '../instructions-section.tsx'
import { LeaveOrDelete } from '../leave-or-delete.tsx'
import { MembersSection } from '../members/members-section.tsx'
import { PhonePage } from './phone-page.tsx'
import { RoomHead } from '../room-head.tsx'
import { RoomModelsSection } from '../room-models-section.tsx'
import styles from '../room-screen.module.css'
import type { RoomSection } from '../room-section.ts'

/** `/room-details-mobile`: the active room on a phone; larger tasks have their own pages. */
export function RoomDetailsPhone() {
  const { t } = useTranslation('rooms')
  const account = useAccount()
  return (
    <PhonePage title={t('page.title')} back="/chat">
      <ActiveRoom>{(section) => <RoomOnPhone {...section} />}</ActiveRoom>
      {account && <DeletedRooms accountId={account.id} />}
    </PhonePage>
  )
}

function RoomOnPhone(section: RoomSection) {
  const { t } = useTranslation(['rooms', 'contextFiles', 'knowledgeBases'])
  const navigate = useNavigate()
  const { room, isAdmin } = section
  return (
    <>
      <RoomHead {...section} />
      {isAdmin && (
        <Link to="/edit-room-mobile/$id" params={{ id: room.id }} className={styles.way}>
          <IconPencil size={20} stroke={1.6} aria-hidden="true" />
          <span>{t('edit.title')}</span>
          <IconChevronRight size={18} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
        </Link>
      )}
      <Link to="/context-mobile" className={styles.way}>
        <IconFiles size={20} stroke={1.6} aria-hidden="true" />
        <span>{t('contextFiles:label')}</span>
        <IconChevronRight size={18} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
      </Link>
      <Link to="/knowledge-bases/$id" params={{ id: room.id }} className={styles.way}>
        <IconBooks size={20} stroke={1.6} aria-hidden="true" />
        <span>{t('knowledgeBases:room.link')}</span>
        <IconChevronRight size={18} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
      </Link>
      <section className={styles.section} aria-labelledby="room-details">
        <h3 id="room-details" className={styles.sectionTitle}>
          {t('details.title')}
        </h3>
        <Description text={room.description} />
      </section>
      <MembersSection {...section} onAdd={() => void navigate({ to: '/add-member-mobile' })} />
      <section className={styles.section} aria-labelledby="room-instructions">
        <h3 id="room-instructions" className={styles.sectionTitle}>
          {t('instructions.label')}
        </h3>
        <InstructionsText prompt={room.system_prompt} />
      </section>
      <RoomModelsSection {...section} isAdmin={false} />
      <LeaveOrDelete {...section} />
    </>
  )
}
