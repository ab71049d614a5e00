import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { PlansAndTopUpsScreen } from '../../../features/billing/plans-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/plans-and-billing/plans-and-top-ups/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'billing'),
  component: PlansAndTopUpsScreen,
})
