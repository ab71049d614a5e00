import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '../features/accounts/accounts-screen.tsx'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { loadPhrases } from '../lib/phrases.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'
import { readReturnTo } from '../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/accounts')({
  validateSearch: readReturnTo,
  beforeLoad: async ({ location }) => void (await requireSignedIn(location.href)),
  loader: () => loadPhrases('shell', 'rooms', 'accounts', 'members', 'invites', 'accountAdmin'),
  component: function Accounts() {
    return (
      <QueriesProvider>
        <AccountsScreen returnTo={Route.useSearch().returnTo} />
      </QueriesProvider>
    )
  },
})
