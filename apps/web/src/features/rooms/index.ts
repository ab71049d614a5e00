export { RoomLogo } from './room-logo.tsx'
