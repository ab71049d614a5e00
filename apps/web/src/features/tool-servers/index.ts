export { RoomToolsSection } from './room-tools-section.tsx'
