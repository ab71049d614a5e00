import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { loadPhrases } from '../lib/phrases.ts'
import { Shell } from '../shell/shell.tsx'
import { ShellSkeleton } from '../shell/shell-skeleton.tsx'

/** Everything inside the frame: for signed-in people with an account who accepted the terms. */
export const Route = createFileRoute('/_app')({
  pendingMs: 0,
  beforeLoad: async ({ location }) => {
    const loading = import('../entities/accounts/queries.ts')
    await requireSignedIn(location.href)
    const { enterAccount } = await loading
    const account = await enterAccount()
    if (!account) throw redirect({ to: '/accounts', search: { returnTo: location.href } })
    if (account.suspendedReason !== null) throw redirect({ to: '/account-suspended' })
  },
  loader: () =>
    loadPhrases(
      'shell',
      'chat',
      'history',
      'rooms',
      'models',
      'conversation',
      'shaping',
      'attachments',
      'labels',
      'search',
      'transfer',
      'longChat',
      'sharing',
      'pictures',
      'composing',
      'sources',
      'agentJobs',
    ),
  component: Shell,
  pendingComponent: ShellSkeleton,
})
