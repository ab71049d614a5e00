import { createFileRoute } from '@tanstack/react-router'
import { EditRoomPhone } from '../../features/rooms/edit-room-phone.tsx'

export const Route = createFileRoute('/_app/edit-room-mobile/$id')({ component: EditRoom })

function EditRoom() {
  return <EditRoomPhone roomId={Route.useParams().id} />
}
