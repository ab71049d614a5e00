import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    await requireSignedIn(location.href)
  },
  component: Outlet,
})
