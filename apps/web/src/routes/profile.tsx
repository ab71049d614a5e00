import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { ProfileScreen } from '../features/profile/profile-screen.tsx'
import { phrasesOf } from '../lib/phrases-of.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/profile')({
  beforeLoad: ({ location }) =>
    Promise.all([requireSignedIn(location.href), phrasesOf('chat')]).then(() => undefined),
  component: function Profile() {
    return (
      <QueriesProvider>
        <ProfileScreen />
      </QueriesProvider>
    )
  },
})
