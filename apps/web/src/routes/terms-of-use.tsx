import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '../features/terms/terms-screen.tsx'
import { loadPhrases } from '../lib/phrases.ts'
import { readReturnTo } from '../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/terms-of-use')({
  validateSearch: readReturnTo,
  loader: () => loadPhrases('shell', 'terms'),
  component: function TermsOfUse() {
    return <TermsScreen returnTo={Route.useSearch().returnTo} />
  },
})
