import { EmptyState } from '@atrium/ui'
import { useEffect } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { ActiveRoom } from '../active-room.tsx'
import { DetailsSection } from '../details-section.tsx'
import { InstructionsSection } from '../instructions-section.tsx'
import { PhonePage } from './phone-page.tsx'
import { switchRoom } from '../../../entities/rooms/queries.ts'
import { RoomHead } from '../room-head.tsx'
import { RoomModelsSection } from '../room-models-section.tsx'
import { RoomSkeleton } from '../room-skeleton.tsx'
import { useRoom, useRooms } from '../../../entities/rooms/use-room.ts'

/** `/edit-room-mobile/{id}`: name, icon, access, description, instructions and models of a room, which becomes the active one. */
export function EditRoomPhone({ roomId }: { roomId: string }) {
  const { t } = useTranslation('rooms')
  const account = useAccount()
  const active = useRoom()
  const { data: rooms } = useRooms()
  const room = rooms?.find(({ id }) => id === roomId)
  const isActive = active?.id === roomId
  useEffect(() => {
    if (account && room && !isActive) switchRoom(account.id, room)
  }, [account, room, isActive])
  return (
    <PhonePage title={t('edit.title')} back="/room-details-mobile">
      {rooms && !room && <EmptyState title={t('update.notFound')} text={t('edit.notFound')} />}
      {room && !isActive && <RoomSkeleton />}
      {(isActive || !rooms) && (
        <ActiveRoom>
          {(section) => (
            <>
              {/* People who may not edit it see a note and the current values. */}
              {!section.isAdmin && <RoomHead {...section} />}
              <DetailsSection {...section} />
              <InstructionsSection {...section} />
              <RoomModelsSection {...section} />
            </>
          )}
        </ActiveRoom>
      )}
    </PhonePage>
  )
}
