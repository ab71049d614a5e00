import type { AuditDetails } from '@atrium/contract'
import type { Home } from './homes.ts'

/** The location of a base or file for the account's admins, without names from private rooms. */
export const placeInAudit = ({ room }: Pick<Home, 'room'>, name: string): AuditDetails => ({
  ...(room && { roomId: room.id, access: room.access_type }),
  ...(room?.access_type !== 'PRIVATE' && { name }),
})
