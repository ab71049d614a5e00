export {
  lockOpenRoom,
  mayUseRoom,
  namesOfRooms,
  requireRoom,
  requireRoomEditor,
  roomsFor,
  usableRoom,
  type VisibleRoom,
} from './access.ts'
export { addRoomMember, addRoomMembers, type NewRoomMember } from './add-room-members.ts'
export { createGeneralRoom, createRoom, type NewRoom } from './create-room.ts'
export { type DueRoom, eraseDeletedRooms } from './delete-room.ts'
export { handOverRooms } from './hand-over-rooms.ts'
export { roomMemberBindings } from './member-routes.ts'
export { modelsAllowedIn, modelsIn, refuseModel, type RoomModels } from './models-of-room.ts'
export { type RoomPorts } from './room-ports.ts'
export { roomBindings } from './routes.ts'
export { keptModifiers, type RoomBrief } from './system-prompt.ts'
export { whoMayUse } from './who-may-use.ts'
