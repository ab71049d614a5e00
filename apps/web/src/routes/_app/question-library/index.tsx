import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/question-library/')({
  beforeLoad: () => {
    throw redirect({ to: '/question-library/$source', params: { source: 'starred' }, replace: true })
  },
})
