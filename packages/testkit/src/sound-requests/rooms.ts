import { mintId } from '@atrium/contract'
import { inRoom } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofRoom = ({ roomId }: Things, { accountId }: Things): RequestParts => ({
  params: { accountId, roomId },
})

const somebodyInRoom = ({ roomId }: Things): RequestParts => ({ params: { roomId, userId: mintId('user') } })

export const roomsRequests = {
  listRooms: [{ make: ({ accountId }) => ({ params: { accountId } }) }],
  getRoom: [{ make: ({ roomId }, { accountId }) => ({ params: { accountId, roomId } }) }],
  createRoom: [
    {
      make: ({ accountId }) => ({
        params: { accountId },
        body: { name: `Room ${mintId('message')}`, access_type: 'PRIVATE' },
      }),
    },
  ],
  changeRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: { description: 'New' } }) }],
  deleteRoom: [{ make: ofRoom }],
  listDeletedRooms: [{ make: ({ accountId }) => ({ params: { accountId } }) }],
  restoreRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: {} }), comesTo: 'NOT_FOUND' }],
  getRoomLogoUploadForm: [
    {
      make: ({ roomId }, { accountId }) => ({
        params: { accountId, roomId, filename: 'logo.png' },
        query: { 'content-type': 'image/png' },
      }),
    },
  ],
  listRoomMembers: [{ make: inRoom }],
  addRoomMembers: [
    {
      make: (things) => ({ ...inRoom(things), body: [{ id: mintId('user'), membership_type: 'MEMBER' }] }),
      comesTo: 'NOT_FOUND',
    },
  ],
  makeRoomAdmin: [{ make: somebodyInRoom, comesTo: 'NOT_FOUND' }],
  removeRoomMember: [{ make: somebodyInRoom, comesTo: 'NOT_FOUND' }],
  leaveRoom: [
    { make: inRoom, comesTo: ({ editsRoomOf }) => (editsRoomOf.length ? 'ROOM_OWNER_STAYS' : 'ok') },
  ],
  searchPeople: [
    { make: ({ accountId }) => ({ params: { accountId }, query: { query: 'kim' } }) },
    {
      about: 'for a room',
      make: ({ roomId }, { accountId }) => ({
        params: { accountId },
        query: { query: 'kim', room_id: roomId },
      }),
      thing: 'room',
    },
  ],
  listContextFiles: [{ make: inRoom }],
  deleteContextFile: [
    { make: ({ roomId }) => ({ params: { roomId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
} satisfies SoundRequests
