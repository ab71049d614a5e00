import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from '../../features/accounts/join-screen.tsx'
import { session } from '../../lib/api.ts'
import { phrasesOf } from '../../lib/phrases-of.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'

export const Route = createFileRoute('/public-invite/join/$token')({
  beforeLoad: () => Promise.all([session.ready(), phrasesOf('chat')]).then(() => undefined),
  component: function Join() {
    return (
      <QueriesProvider>
        <JoinScreen token={Route.useParams().token} />
      </QueriesProvider>
    )
  },
})
