import { createFileRoute } from '@tanstack/react-router'
import { KnowledgeCheckScreen } from '../../features/knowledge-check/knowledge-check-screen.tsx'

export const Route = createFileRoute('/_app/knowledge-check/$roomId')({ component: KnowledgeCheck })

function KnowledgeCheck() {
  return <KnowledgeCheckScreen roomId={Route.useParams().roomId} />
}
