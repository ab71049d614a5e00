import { type AccountId, createRoom as createRoomEndpoint, type Room } from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { type RoomPlace, uploadContextFile } from '../files/context-files.ts'
import { createRoomFlow, type CreationOutcome, type RoomDraft } from './create-room-flow.ts'
import { enterNewRoom, reloadRooms } from './queries.ts'
import { roomChanges } from './room-queries.ts'

/** Creates a room in an account from the dialog's input (ROOM-03). */
export const createRoom = (accountId: AccountId, draft: RoomDraft): Promise<CreationOutcome> =>
  createRoomFlow<Room>(draft, {
    create: async ({ name, description, access, allowedModelIds }) =>
      (
        await api.call(createRoomEndpoint, {
          params: { accountId },
          body: {
            name: name.trim(),
            description: description.trim(),
            access_type: access,
            allowedModelIds,
          },
        })
      ).data,
    activate: (room) => enterNewRoom(accountId, room),
    addMembers: ({ id }, members) => roomChanges(accountId, id).addMembers(members),
    uploadFiles: ({ id }, files) => uploadAll({ accountId, roomId: id }, files),
    saveInstructions: ({ id }, instructions) => roomChanges(accountId, id).saveInstructions(instructions),
    uploadLogo: ({ id }, logo) => roomChanges(accountId, id).uploadLogo(logo),
    refreshRooms: () => reloadRooms(accountId),
  })

/** In sequence; a failure doesn't stop the next ones. */
async function uploadAll(place: RoomPlace, files: readonly File[]): Promise<void> {
  const failures: unknown[] = []
  for (const file of files)
    await uploadContextFile(place, file).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
