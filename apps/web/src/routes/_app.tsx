import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { phrasesOf } from '../lib/phrases-of.ts'
import { Shell } from '../shell/shell.tsx'
import { ShellSkeleton } from '../shell/shell-skeleton.tsx'

/** Everything inside the frame: for people who are signed in, accepted the terms and are in an account. */
export const Route = createFileRoute('/_app')({
  pendingMs: 0,
  beforeLoad: async ({ location }) => {
    const loading = import('../features/accounts/queries.ts')
    await Promise.all([requireSignedIn(location.href), phrasesOf('chat')])
    const { enterAccount } = await loading
    if (!(await enterAccount())) throw redirect({ to: '/accounts' })
  },
  component: Shell,
  pendingComponent: ShellSkeleton,
})
