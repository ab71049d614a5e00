import {
  type AccountId,
  contentTypeOf,
  createRoom as createRoomEndpoint,
  getUploadForm,
  type Room,
} from '@atrium/contract'
import type { CallPlace } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { postUploadForm } from '../../lib/post-upload-form.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createRoomFlow, type CreationOutcome, type RoomDraft } from './create-room-flow.ts'
import { enterNewRoom, roomKeys } from './queries.ts'
import { roomChanges } from './room-queries.ts'

/** Creates a room in an account, as the dialog asks for it (ROOM-03). */
export const createRoom = (accountId: AccountId, draft: RoomDraft): Promise<CreationOutcome> =>
  createRoomFlow<Room>(draft, {
    create: async ({ name, description, access }) =>
      (
        await api.call(createRoomEndpoint, {
          params: { accountId },
          body: { name: name.trim(), description: description.trim(), access_type: access },
        })
      ).data,
    activate: (room) => enterNewRoom(accountId, room),
    addMembers: ({ id }, members) => roomChanges(accountId, id).addMembers(members),
    uploadFiles: ({ id }, files) =>
      Promise.all(files.map((file) => uploadToContext({ accountId, roomId: id }, file))),
    saveInstructions: ({ id }, instructions) => roomChanges(accountId, id).saveInstructions(instructions),
    uploadLogo: ({ id }, logo) => roomChanges(accountId, id).uploadLogo(logo),
    refreshRooms: () => queryClient.invalidateQueries({ queryKey: roomKeys.all(accountId) }),
  })

async function uploadToContext(place: CallPlace, file: File): Promise<void> {
  const query = {
    filename: file.name,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': contentTypeOf(file.name),
    size: String(file.size),
  }
  const { data: form } = await api.call(getUploadForm, { query }, { place })
  await postUploadForm(form, file)
}
