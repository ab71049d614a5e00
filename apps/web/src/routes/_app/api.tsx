import { createFileRoute } from '@tanstack/react-router'
import { ApiScreen } from '../../features/account-admin/api-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/api')({
  loader: () => loadPhrases('accountAdmin'),
  component: ApiScreen,
})
