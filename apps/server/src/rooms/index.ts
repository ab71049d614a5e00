export { roomsModule } from './rooms.module.ts'
export {
  findRoom,
  lockOpenRoom,
  mayUseRoom,
  membershipType,
  namesOfRooms,
  requireRoom,
  requireRoomEditor,
  roomsFor,
  refuseChangedRoom,
  usableRoom,
  type VisibleRoom,
} from './access.ts'
export { addRoomMember, addRoomMembers, type NewRoomMember } from './members/add-room-members.ts'
export { createGeneralRoom, createRoom, type NewRoom } from './create-room.ts'
export { type DueRoom, eraseDeletedRooms } from './delete-room.ts'
export { handOverRooms } from './hand-over-rooms.ts'
export { joinInvitedRoom, requireRoomToInviteTo, roomNameForInvite } from './invited-rooms.ts'
export { roomMemberBindings } from './members/member-routes.ts'
export { modelsAllowedIn, modelsIn, refuseModel } from './models-of-room.ts'
export type { RoomModels } from './room-brief.ts'
export { type RoomPorts } from './room-ports.ts'
export { roomBindings } from './routes.ts'
export { keptModifiers } from './system-prompt.ts'
export type { RoomBrief, UsableRoom } from './room-brief.ts'
export { whoMayUse } from './who-may-use.ts'
