import { contract } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { requireRoom, roomsFor } from './access.ts'
import { presentRoom } from './present.ts'

export const roomBindings = ({ database }: { database: Database }): Binding[] => [
  binding(contract.listRooms, async ({ caller }) => ({
    data: (await inTenant(database, caller, (trx) => roomsFor(trx, caller))).map(presentRoom),
  })),
  binding(contract.getRoom, async ({ caller, params }) => ({
    data: presentRoom(await inTenant(database, caller, (trx) => requireRoom(trx, caller, params.roomId))),
  })),
]
