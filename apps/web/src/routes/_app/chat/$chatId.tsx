import { isId, type TurnId } from '@atrium/contract'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ChatScreen } from '../../../features/chat/screen/chat-screen.tsx'

export const Route = createFileRoute('/_app/chat/$chatId')({
  /** `turn` is where to open the chat; anything that names no turn is left out. */
  validateSearch: ({ turn }: { turn?: string } & SearchSchemaInput): { turn?: TurnId } =>
    typeof turn === 'string' && isId('turn', turn) ? { turn } : {},
  component: Chat,
})

function Chat() {
  const { chatId } = Route.useParams()
  const { turn } = Route.useSearch()
  return <ChatScreen chatId={chatId} openAt={turn ?? null} />
}
