import { contract } from '@atrium/contract'
import { offerLogoUpload } from '../files/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { requireRoom, requireRoomEditor, roomsFor } from './access.ts'
import { changeRoom, type RoomChange } from './change-room.ts'
import { createRoom } from './create-room.ts'
import { deleteRoom, listDeletedRooms, restoreRoom } from './delete-room.ts'
import { presentRoomDetails, presentRooms } from './present-rooms.ts'
import type { RoomPorts } from './room-ports.ts'
import { requestedModels } from './requested-models.ts'
import { rulesOfRoom } from './system-prompt.ts'

export const roomBindings = (ports: RoomPorts): Binding[] => [
  binding(contract.listRooms, async ({ caller }) => ({
    data: await inTenant(ports.database, caller, async (trx) =>
      presentRooms(trx, caller, await roomsFor(trx, caller)),
    ),
  })),
  binding(contract.createRoom, async ({ caller, body: { access_type: accessType, ...room } }) => {
    const data = await inTenant(ports.database, caller, async (trx) => {
      const allowedModelIds = await requestedModels(trx, ports, caller, room.allowedModelIds)
      return await createRoom(trx, caller, { ...room, accessType, allowedModelIds })
    })
    const { accountId, userId } = caller
    ports.onRoomsChanged(accessType === 'PUBLIC' ? { accountId } : { accountId, userId })
    return { data }
  }),
  binding(contract.getRoom, async ({ caller, params: { roomId } }) => ({
    data: await inTenant(ports.database, caller, async (trx) =>
      presentRoomDetails(
        trx,
        caller,
        await requireRoom(trx, caller, roomId),
        await rulesOfRoom(trx, caller, roomId),
      ),
    ),
  })),
  binding(contract.changeRoom, async ({ caller, params, body }) => {
    const data = await changeRoom(ports, caller, params.roomId, body)
    if (isSeenInLists(body)) ports.onRoomsChanged({ accountId: caller.accountId })
    return { data }
  }),
  binding(contract.deleteRoom, async ({ caller, params }) => ({
    data: await deleteRoom(ports, caller, params.roomId),
  })),
  binding(contract.listDeletedRooms, async ({ caller }) => ({
    data: await inTenant(ports.database, caller, (trx) => listDeletedRooms(trx, caller)),
  })),
  binding(contract.restoreRoom, async ({ caller, params, body }) => {
    const data = await restoreRoom(ports, caller, params.roomId, body.name)
    ports.onRoomsChanged({ accountId: caller.accountId })
    return { data }
  }),
  binding(contract.getRoomLogoUploadForm, async ({ caller, params, query }) => {
    await inTenant(ports.database, caller, (trx) => requireRoomEditor(trx, caller, params.roomId))
    return {
      data: await offerLogoUpload(ports, caller, {
        filename: params.filename,
        contentType: query['content-type'],
      }),
    }
  }),
]

/** Whether a change is visible in the lists of rooms or models. */
const isSeenInLists = ({ name, access_type, logoFilename, allowedModelIds, newChatShare }: RoomChange) =>
  [name, access_type, logoFilename, allowedModelIds, newChatShare].some((value) => value !== undefined)
