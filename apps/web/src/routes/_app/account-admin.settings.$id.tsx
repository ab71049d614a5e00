import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../features/account-admin/settings-screen.tsx'
import { toActiveAccount } from '../../features/accounts/to-active-account.ts'

export const Route = createFileRoute('/_app/account-admin/settings/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  component: SettingsScreen,
})
