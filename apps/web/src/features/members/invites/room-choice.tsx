import type { AccountId, RoomId } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roomsQuery } from '../../../entities/rooms/queries.ts'
import { useTranslation } from '../../../lib/translate.ts'

type RoomChoiceProps = {
  accountId: AccountId
  /** Null: no room in particular. */
  roomId: RoomId | null
  onChange: (roomId: RoomId | null) => void
}

/** The room that invited people start in: one of those to which the inviter may add people. */
export function RoomChoice({ accountId, roomId, onChange }: RoomChoiceProps) {
  const { t } = useTranslation('members')
  const { data: rooms = [] } = useQuery(roomsQuery(accountId))
  const open = rooms.filter(({ membership_type: type }) => type !== 'MEMBER')
  return (
    <Select
      label={t('invite.room')}
      placeholder={t('invite.noRoom')}
      value={roomId}
      onChange={(chosen) => onChange(open.find(({ id }) => id === chosen)?.id ?? null)}
      clearable
      searchable={open.length > 8}
      data={open.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
