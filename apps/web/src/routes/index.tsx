import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ location }) => {
    await requireSignedIn(location.href)
    throw redirect({ to: '/accounts' })
  },
})
