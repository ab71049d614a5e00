import { type AccountId, createRoom as createRoomEndpoint } from '@atrium/contract'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createRoomFlow, type CreationOutcome, type RoomDraft } from './create-room-flow.ts'
import { enterNewRoom, roomKeys } from './queries.ts'
import { roomChanges } from './room-queries.ts'

/** Creates a room in an account, as the dialog asks for it (ROOM-03). */
export const createRoom = (accountId: AccountId, draft: RoomDraft): Promise<CreationOutcome> =>
  createRoomFlow(draft, {
    create: async ({ name, description, access }) =>
      (
        await api.call(createRoomEndpoint, {
          params: { accountId },
          body: { name: name.trim(), description: description.trim(), access_type: access },
        })
      ).data,
    activate: (room) => enterNewRoom(accountId, room),
    addMembers: ({ id }, members) => roomChanges(accountId, id).addMembers(members),
    saveInstructions: ({ id }, instructions) => roomChanges(accountId, id).saveInstructions(instructions),
    uploadLogo: ({ id }, logo) => roomChanges(accountId, id).uploadLogo(logo),
    refreshRooms: () => queryClient.invalidateQueries({ queryKey: roomKeys.all(accountId) }),
  })
