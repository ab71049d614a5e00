import { createFileRoute } from '@tanstack/react-router'
import { RoomDetailsPhone } from '../../features/rooms/phone/room-details-phone.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/room-details-mobile')({
  loader: () => loadPhrases('contextFiles', 'knowledgeBases', 'accounts'),
  component: RoomDetailsPhone,
})
