import { createFileRoute } from '@tanstack/react-router'
import { HealthScreen } from '../../../features/system/health/health-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/system/health')({
  loader: () => loadPhrases('providers', 'setup', 'systemHealth'),
  component: HealthScreen,
})
