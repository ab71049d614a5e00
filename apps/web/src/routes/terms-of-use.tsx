import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '../features/terms/terms-screen.tsx'
import { allPhrases } from '../lib/i18n.ts'
import { readReturnTo } from '../lib/return-to-search.ts'

export const Route = createFileRoute('/terms-of-use')({
  validateSearch: readReturnTo,
  beforeLoad: allPhrases,
  component: function TermsOfUse() {
    return <TermsScreen returnTo={Route.useSearch().returnTo} />
  },
})
