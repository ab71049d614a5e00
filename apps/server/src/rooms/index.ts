export { mayUseRoom } from './access.ts'
export { addRoomMember, type NewRoomMember } from './add-room-member.ts'
export { createGeneralRoom, createRoom, type NewRoom } from './create-room.ts'
export { roomBindings } from './routes.ts'
