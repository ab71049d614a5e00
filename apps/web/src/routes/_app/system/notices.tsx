import { createFileRoute } from '@tanstack/react-router'
import { NoticesScreen } from '../../../features/notices/index.ts'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/system/notices')({
  loader: () => loadPhrases('notices', 'security', 'setup', 'systemHealth'),
  component: NoticesScreen,
})
