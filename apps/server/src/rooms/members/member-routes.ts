import { contract } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { addRoomMembers } from './add-room-members.ts'
import { listRoomMembers } from './list-room-members.ts'
import { makeRoomAdmin } from './make-room-admin.ts'
import { leaveRoom, removeRoomMember } from './remove-room-member.ts'
import type { RoomPorts } from '../room-ports.ts'
import { searchPeople } from './search-people.ts'

export const roomMemberBindings = (ports: RoomPorts): Binding[] => [
  binding(contract.listRoomMembers, ({ caller, params, query }) =>
    inTenant(ports.database, caller, (trx) => listRoomMembers(trx, caller, params.roomId, query)),
  ),
  binding(contract.addRoomMembers, async ({ caller, params, body }) => {
    const data = await inTenant(ports.database, caller, (trx) =>
      addRoomMembers(trx, caller, params.roomId, body),
    )
    for (const { id } of data) ports.onRoomsChanged({ accountId: caller.accountId, userId: id })
    ports.onMembersChanged(caller.accountId, params.roomId)
    return { data }
  }),
  binding(contract.makeRoomAdmin, async ({ caller, params }) => {
    const data = await inTenant(ports.database, caller, (trx) =>
      makeRoomAdmin(trx, caller, params.roomId, params.userId),
    )
    ports.onRoomsChanged({ accountId: caller.accountId, userId: params.userId })
    ports.onMembersChanged(caller.accountId, params.roomId)
    return { data }
  }),
  binding(contract.removeRoomMember, async ({ caller, params }) => {
    await removeRoomMember(ports, caller, params.roomId, params.userId)
    ports.onMembersChanged(caller.accountId, params.roomId)
    return { data: { id: params.userId } }
  }),
  binding(contract.leaveRoom, async ({ caller, params }) => {
    await leaveRoom(ports, caller, params.roomId)
    ports.onMembersChanged(caller.accountId, params.roomId)
    return { data: { id: caller.userId } }
  }),
  binding(contract.searchPeople, ({ caller, query }) =>
    inTenant(ports.database, caller, (trx) =>
      searchPeople(trx, caller, { query: query.query, roomId: query.room_id }),
    ),
  ),
]
