import { createFileRoute, redirect } from '@tanstack/react-router'

/** A fresh chat, which is one page for every size of screen. */
export const Route = createFileRoute('/_app/add-chat-mobile')({
  beforeLoad: () => {
    throw redirect({ to: '/chat/$chatId', params: { chatId: 'new' }, replace: true })
  },
})
