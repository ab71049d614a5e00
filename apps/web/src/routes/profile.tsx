import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'
import { loadPhrases } from '../lib/phrases.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/profile')({
  beforeLoad: async ({ location }) => void (await requireSignedIn(location.href)),
  loader: () => loadPhrases('profile', 'security'),
  component: function Profile() {
    return (
      <QueriesProvider>
        <ProfileScreen />
      </QueriesProvider>
    )
  },
})
