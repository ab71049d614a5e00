export { LostChat } from './lost-chat.tsx'
export { RoomLogo } from './room-logo.tsx'
