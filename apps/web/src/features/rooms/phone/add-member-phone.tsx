import { EmptyState } from '@atrium/ui'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import { ActiveRoom } from '../active-room.tsx'
import { AddMembersForm } from '../members/add-members-form.tsx'
import { PhonePage } from './phone-page.tsx'
import { RoomHead } from '../room-head.tsx'

/** `/add-member-mobile`: adds people of the account to the active room. */
export function AddMemberPhone() {
  const { t } = useTranslation(['rooms', 'errors'])
  const navigate = useNavigate()
  const goBack = () => void navigate({ to: '/room-details-mobile' })
  return (
    <PhonePage title={t('members.add')} back="/room-details-mobile">
      <ActiveRoom>
        {({ account, room, isAdmin }) => {
          if (room.access_type === 'PUBLIC' && isAdmin) return <EmptyState title={t('members.everyone')} />
          if (!isAdmin)
            return (
              <EmptyState
                title={t(
                  room.access_type === 'PUBLIC' ? 'errors:PUBLIC_ROOM_MEMBER' : 'page.viewOnly.PRIVATE',
                )}
              />
            )
          return (
            <>
              <RoomHead room={room} isAdmin={isAdmin} />
              <AddMembersForm account={account} roomId={room.id} onDone={goBack} />
            </>
          )
        }}
      </ActiveRoom>
    </PhonePage>
  )
}
