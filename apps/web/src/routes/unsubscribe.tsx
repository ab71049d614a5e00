import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../features/profile/unsubscribe-page.tsx'
import { loadPhrases } from '../lib/phrases.ts'
import { text } from '../lib/text/parse.ts'
import { QueriesProvider } from '../lib/queries-provider.tsx'

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => {
    const given = text(token)
    return given === null ? {} : { token: given }
  },
  loader: () => loadPhrases('profile'),
  component: function Unsubscribe() {
    return (
      <QueriesProvider>
        <UnsubscribePage token={Route.useSearch().token ?? ''} />
      </QueriesProvider>
    )
  },
})
