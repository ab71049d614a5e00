import type { AccountId, RoomId, UserId } from '@atrium/contract'
import type { AccessTaken } from '../accounts/index.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Storage } from '../platform/storage/index.ts'

/** A room that fewer people may use: this person any more, or (no user) an unknown number of them. */
export type NarrowedRoom = { accountId: AccountId; roomId: RoomId; userId?: UserId }

export type RoomPorts = {
  database: Database
  storage: Storage
  /** The ids of every model that can be asked, without Auto. */
  modelIds(): readonly string[]
  /** What other nouns must see to when fewer people may use a room, in the same transaction: answers to the others end. */
  onNarrowed: readonly ((trx: Transaction, room: NarrowedRoom) => Promise<void>)[]
  /** Ends what is open for people; called when their right is gone. */
  onAccessTaken(taken: AccessTaken): void
  /** Tells open browsers, of one person or (no user) of everybody in the account, that they see other rooms now. */
  onRoomsChanged(audience: { accountId: AccountId; userId?: UserId }): void
}

/** Calls those who must know, within the transaction. */
export async function narrow(
  ports: Pick<RoomPorts, 'onNarrowed'>,
  trx: Transaction,
  room: NarrowedRoom,
): Promise<void> {
  for (const see of ports.onNarrowed) await see(trx, room)
}
