import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { KnowledgeScreen } from '../../../features/reports/knowledge-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/reports-and-analytics/knowledge-by-room/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'reports'),
  component: KnowledgeScreen,
})
