import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'

/** Leads into the active account; without one its route leads on to the account chooser. */
export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    await requireSignedIn('/')
    throw redirect({ to: '/chat', replace: true })
  },
})
