import { createFileRoute, redirect } from '@tanstack/react-router'
import { SetupScreen } from '../features/setup/setup-screen.tsx'
import { takeSetupToken } from '../features/setup/setup-token.ts'
import { session } from '../lib/api/api.ts'
import { loadPhrases } from '../lib/phrases.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/setup')({
  async beforeLoad() {
    takeSetupToken()
    await session.ready()
    const state = session.state.get()
    if (state.status === 'authenticated' && !state.user.termsAccepted)
      throw redirect({ to: '/terms-of-use', search: { returnTo: '/setup' } })
  },
  loader: () => loadPhrases('shell', 'rooms', 'accounts', 'providers', 'setup'),
  component: function Setup() {
    return (
      <QueriesProvider>
        <SetupScreen />
      </QueriesProvider>
    )
  },
})
