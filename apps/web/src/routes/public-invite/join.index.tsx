import { createFileRoute, redirect } from '@tanstack/react-router'
import { JoinScreen } from '../../features/accounts/join-screen.tsx'
import { session } from '../../lib/api/api.ts'
import { loadPhrases } from '../../lib/phrases.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { storedInviteToken } from '../../lib/stored.ts'

/** The invitation that this tab opened. */
export const Route = createFileRoute('/public-invite/join/')({
  beforeLoad: async () => {
    const token = storedInviteToken.read()
    if (token === null) throw redirect({ to: '/', replace: true })
    await session.ready()
    return { token }
  },
  loader: () => loadPhrases('shell', 'rooms', 'terms', 'accounts', 'invites'),
  component: function Join() {
    return (
      <QueriesProvider>
        <JoinScreen token={Route.useRouteContext().token} />
      </QueriesProvider>
    )
  },
})
