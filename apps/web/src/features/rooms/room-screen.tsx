import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { RoomToolsSection } from '../tool-servers/index.ts'
import { ActiveRoom } from './active-room.tsx'
import { ContextSection } from './context-section.tsx'
import { DeletedRooms } from './deleted-rooms.tsx'
import { DetailsSection } from './details-section.tsx'
import { InstructionsSection } from './instructions-section.tsx'
import { LeaveOrDelete } from './leave-or-delete.tsx'
import { MembersSection } from './members/members-section.tsx'
import { RoomHead } from './room-head.tsx'
import { RoomModelsSection } from './room-models-section.tsx'
import styles from './room-screen.module.css'

/** `/room-and-members`: shows the active room; its admins can edit it (ROOM-10). */
export function RoomScreen() {
  const { t } = useTranslation('rooms')
  usePageTitle(t('page.title'))
  const account = useAccount()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('page.title')}</h1>
      <ActiveRoom>
        {(section) => (
          <>
            <RoomHead {...section} />
            <DetailsSection {...section} />
            <MembersSection {...section} />
            <ContextSection {...section} />
            <InstructionsSection {...section} />
            <RoomModelsSection {...section} />
            <RoomToolsSection {...section} className={styles.section} titleClassName={styles.sectionTitle} />
            <LeaveOrDelete {...section} />
          </>
        )}
      </ActiveRoom>
      {account && <DeletedRooms accountId={account.id} />}
    </div>
  )
}
