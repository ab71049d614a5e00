import type { RoomAccess } from '@atrium/contract'
import { IconLock, IconWorld } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'

const marks = { PRIVATE: IconLock, PUBLIC: IconWorld }

/** A lock for a private room, a globe for a public one. */
export function RoomMark({ access }: { access: RoomAccess }) {
  const { t } = useTranslation('shell')
  const Mark = marks[access]
  return (
    <Mark
      size={16}
      stroke={1.7}
      role="img"
      aria-label={t(access === 'PRIVATE' ? 'rooms.privateMark' : 'rooms.publicMark')}
    />
  )
}
