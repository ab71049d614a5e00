import { createFileRoute } from '@tanstack/react-router'
import { RoomScreen } from '../../features/rooms/room-screen.tsx'

export const Route = createFileRoute('/_app/room-and-members')({ component: RoomScreen })
