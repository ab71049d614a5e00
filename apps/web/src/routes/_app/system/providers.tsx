import { createFileRoute } from '@tanstack/react-router'
import { ProvidersScreen } from '../../../features/providers/providers-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/system/providers')({
  loader: () => loadPhrases('providers', 'setup', 'systemHealth'),
  component: ProvidersScreen,
})
