import { createFileRoute } from '@tanstack/react-router'
import { SystemSettingsScreen } from '../../../features/setup/system-settings-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/system/settings')({
  loader: () => loadPhrases('members', 'setup', 'systemHealth'),
  component: SystemSettingsScreen,
})
