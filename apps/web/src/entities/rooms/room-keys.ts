import type { AccountId, RoomId } from '@atrium/contract'

/** Everything of an account's rooms lies below one key, so that one sweep reaches it. */
export const roomKeys = {
  all: (accountId: AccountId) => ['rooms', accountId] as const,
  details: (accountId: AccountId, roomId: RoomId) => ['rooms', accountId, 'details', roomId] as const,
  members: (accountId: AccountId, roomId: RoomId) => ['rooms', accountId, 'members', roomId] as const,
  people: (accountId: AccountId) => ['rooms', accountId, 'people'] as const,
  deleted: (accountId: AccountId) => ['rooms', accountId, 'deleted'] as const,
}
