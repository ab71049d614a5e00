import type { AccountId, RoomId, UserId } from '@atrium/contract'
import type { RevokedAccess } from '../live/index.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'

/** A room that fewer people may use: without this person or (no user) an unknown number of them. */
export type NarrowedRoom = { accountId: AccountId; roomId: RoomId; userId?: UserId }

export type RoomPorts = {
  database: Database
  storage: Storage
  /** The ids of every model except Auto. */
  modelIds(): readonly string[]
  /** Other nouns' steps when fewer people may use a room, in the same transaction: running answers to the people who lost access end. */
  onNarrowed: readonly ((trx: Transaction, room: NarrowedRoom) => Promise<void>)[]
  /** Closes what people have open; called after their access ended. */
  onAccessRevoked(revoked: RevokedAccess): void
  /** Notifies open browsers, of one person or (no user) of everybody in the account, that their list of rooms changed. */
  onRoomsChanged(audience: { accountId: AccountId; userId?: UserId }): void
  /** Notifies the open browsers of everybody who may use the room that its members changed. */
  onMembersChanged(accountId: AccountId, roomId: RoomId): void
}

/** Calls the other nouns' steps, within the transaction. */
export async function narrow(
  ports: Pick<RoomPorts, 'onNarrowed'>,
  trx: Transaction,
  room: NarrowedRoom,
): Promise<void> {
  for (const see of ports.onNarrowed) await see(trx, room)
}
