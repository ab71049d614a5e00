import { createFileRoute } from '@tanstack/react-router'
import { RoomScreen } from '../../features/rooms/room-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/room-and-members')({
  loader: () =>
    loadPhrases('contextFiles', 'knowledgeBases', 'knowledgeCheck', 'accounts', 'accountAdmin', 'toolCalls'),
  component: RoomScreen,
})
