import { createFileRoute } from '@tanstack/react-router'
import { ApiReferenceScreen } from '../../features/api-reference/api-reference-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/api-reference')({
  loader: () => loadPhrases('reference'),
  component: ApiReferenceScreen,
})
