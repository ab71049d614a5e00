import { createFileRoute } from '@tanstack/react-router'
import { RoomDetailsPhone } from '../../features/rooms/room-details-phone.tsx'

export const Route = createFileRoute('/_app/room-details-mobile')({ component: RoomDetailsPhone })
