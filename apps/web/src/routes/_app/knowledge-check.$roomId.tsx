import { createFileRoute } from '@tanstack/react-router'
import { KnowledgeCheckScreen } from '../../features/knowledge-check/knowledge-check-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/knowledge-check/$roomId')({
  loader: () => loadPhrases('knowledgeCheck'),
  component: KnowledgeCheck,
})

function KnowledgeCheck() {
  return <KnowledgeCheckScreen roomId={Route.useParams().roomId} />
}
