import { contract } from '@atrium/contract'
import { type NamesOfRooms, requireAccountEditor } from '../../accounts/index.ts'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { creditLimitsOf } from './credit-limits-of.ts'
import { setRoomLimit } from './set-room-limit.ts'

export const creditLimitBindings = (database: Database, namesOfRooms: NamesOfRooms): Binding[] => [
  binding(contract.getCreditLimits, async ({ caller }) => ({
    data: await inTenant(database, caller, async (trx) => {
      await requireAccountEditor(trx, caller)
      return await creditLimitsOf(trx, namesOfRooms, caller)
    }),
  })),
  binding(contract.setRoomCreditLimit, async ({ caller, body }) => ({
    data: await inTenant(database, caller, async (trx) => {
      await setRoomLimit(trx, caller, { roomId: body.roomId, limit: body.monthlyCreditLimit })
      return await creditLimitsOf(trx, namesOfRooms, caller)
    }),
  })),
]
