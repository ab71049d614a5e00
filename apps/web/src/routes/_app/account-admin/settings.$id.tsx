import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../../features/account-admin/settings-screen.tsx'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/account-admin/settings/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accounts', 'accountAdmin'),
  component: SettingsScreen,
})
