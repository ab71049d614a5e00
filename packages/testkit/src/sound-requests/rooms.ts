import { mintId } from '@atrium/contract'
import { inRoom } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofRoom = ({ roomId }: Things, { accountId }: Things): RequestParts => ({
  params: { accountId, roomId },
})

const somebodyInRoom = ({ roomId }: Things): RequestParts => ({ params: { roomId, userId: mintId('user') } })

export const roomsRequests = {
  createRoom: [
    {
      make: ({ accountId }) => ({
        params: { accountId },
        body: { name: `Room ${mintId('message')}`, access_type: 'PRIVATE' },
      }),
    },
  ],
  changeRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: { description: 'New' } }) }],
  restoreRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: {} }), comesTo: 'NOT_FOUND' }],
  getRoomLogoUploadForm: [
    {
      make: ({ roomId }, { accountId }) => ({
        params: { accountId, roomId, filename: 'logo.png' },
        query: { 'content-type': 'image/png' },
      }),
    },
  ],
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
  deleteContextFile: [
    { make: ({ roomId }) => ({ params: { roomId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
} satisfies SoundRequests
