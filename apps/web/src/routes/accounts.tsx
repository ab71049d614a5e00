import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '../features/accounts/accounts-screen.tsx'
import { requireSignedIn } from '../features/identity/require-signed-in.ts'
import { phrasesOf } from '../lib/phrases-of.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/accounts')({
  beforeLoad: ({ location }) =>
    Promise.all([requireSignedIn(location.href), phrasesOf('chat')]).then(() => undefined),
  component: function Accounts() {
    return (
      <QueriesProvider>
        <AccountsScreen />
      </QueriesProvider>
    )
  },
})
