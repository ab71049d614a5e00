import { createFileRoute, redirect } from '@tanstack/react-router'

/** `/chat` is where one asks: a fresh chat. */
export const Route = createFileRoute('/_app/chat/')({
  beforeLoad: () => {
    throw redirect({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })
  },
})
