import { createFileRoute, redirect } from '@tanstack/react-router'
import { JoinScreen } from '../../features/accounts/join-screen.tsx'
import { session } from '../../lib/api/api.ts'
import { loadPhrases } from '../../lib/phrases.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { storedInviteToken } from '../../lib/stored.ts'

/** The target of invitation links. Moves the secret from the address, and so from the history, into this tab's storage. */
export const Route = createFileRoute('/public-invite/join/$token')({
  beforeLoad: async ({ params }) => {
    storedInviteToken.write(params.token)
    if (storedInviteToken.read() === params.token)
      throw redirect({ to: '/public-invite/join', replace: true })
    // Where nothing can be stored, the address has to keep it.
    await session.ready()
  },
  loader: () => loadPhrases('shell', 'rooms', 'terms', 'accounts', 'invites'),
  component: function Join() {
    return (
      <QueriesProvider>
        <JoinScreen token={Route.useParams().token} />
      </QueriesProvider>
    )
  },
})
