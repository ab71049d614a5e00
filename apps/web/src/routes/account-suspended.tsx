import { createFileRoute, redirect } from '@tanstack/react-router'
import { SuspendedScreen } from '../features/accounts/suspended-screen.tsx'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { loadPhrases } from '../lib/phrases.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/account-suspended')({
  beforeLoad: async ({ location }) => {
    await requireSignedIn(location.href)
    const { enterAccount } = await import('../entities/accounts/queries.ts')
    if (!(await enterAccount())) throw redirect({ to: '/accounts' })
  },
  loader: () => loadPhrases('accounts', 'rooms', 'shell'),
  component: function AccountSuspended() {
    return (
      <QueriesProvider>
        <SuspendedScreen />
      </QueriesProvider>
    )
  },
})
