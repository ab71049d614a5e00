import { createFileRoute } from '@tanstack/react-router'
import { EditRoomPhone } from '../../features/rooms/phone/edit-room-phone.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/edit-room-mobile/$id')({
  loader: () => loadPhrases('accounts'),
  component: EditRoom,
})

function EditRoom() {
  return <EditRoomPhone roomId={Route.useParams().id} />
}
