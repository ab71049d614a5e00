import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '../features/terms/terms-screen.tsx'
import { phrasesOf } from '../lib/phrases-of.ts'
import { readReturnTo } from '../lib/return-to-search.ts'

export const Route = createFileRoute('/terms-of-use')({
  validateSearch: readReturnTo,
  beforeLoad: () => phrasesOf('chat'),
  component: function TermsOfUse() {
    return <TermsScreen returnTo={Route.useSearch().returnTo} />
  },
})
