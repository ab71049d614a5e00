import type { Account, RoomDetails } from '@atrium/contract'

/** Props of every section of the room's page. */
export type RoomSection = {
  account: Account
  room: RoomDetails
  /** Whether the caller may change the room. */
  isAdmin: boolean
}
