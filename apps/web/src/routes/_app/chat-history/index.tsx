import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/chat-history/')({
  beforeLoad: () => {
    throw redirect({ to: '/chat-history/$source', params: { source: 'all' }, replace: true })
  },
})
