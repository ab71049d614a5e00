import type { Account, RoomDetails } from '@atrium/contract'

/** What every part of the room's page is given. */
export type RoomSection = {
  account: Account
  room: RoomDetails
  /** Whether the caller may change the room. */
  isAdmin: boolean
}
