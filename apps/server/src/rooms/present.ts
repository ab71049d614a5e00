import type { Room } from '@atrium/contract'
import type { VisibleRoom } from './access.ts'

export const presentRoom = (room: VisibleRoom): Room => ({
  id: room.id,
  name: room.name,
  description: room.description,
  logoFilename: room.logoFilename,
  access_type: room.accessType,
  member_count: room.memberCount,
  membership_type: room.membershipType,
})
