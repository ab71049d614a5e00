import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { ToolServersScreen } from '../../../features/tool-servers/tool-servers-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/account-admin/tools/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'toolServers'),
  component: ToolServersScreen,
})
