import { createFileRoute, redirect } from '@tanstack/react-router'

/** The earlier name of the account chooser. */
export const Route = createFileRoute('/workspaces')({
  beforeLoad: () => {
    throw redirect({ to: '/accounts', replace: true })
  },
})
