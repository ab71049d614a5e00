import type { AccountId, RoomId } from '@atrium/contract'

/** All data about an account's rooms is below one key, so that one call invalidates it. */
export const roomKeys = {
  all: (accountId: AccountId) => ['rooms', accountId] as const,
  details: (accountId: AccountId, roomId: RoomId) => ['rooms', accountId, 'details', roomId] as const,
  members: (accountId: AccountId, roomId: RoomId) => ['rooms', accountId, 'members', roomId] as const,
  people: (accountId: AccountId) => ['rooms', accountId, 'people'] as const,
  deleted: (accountId: AccountId) => ['rooms', accountId, 'deleted'] as const,
}
