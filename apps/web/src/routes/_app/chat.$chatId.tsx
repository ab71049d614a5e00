import { createFileRoute } from '@tanstack/react-router'
import { ChatScreen } from '../../features/chat/chat-screen.tsx'

export const Route = createFileRoute('/_app/chat/$chatId')({ component: Chat })

function Chat() {
  const { chatId } = Route.useParams()
  return <ChatScreen chatId={chatId} />
}
