import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { PlanDetailsScreen } from '../../../features/billing/plan-details-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/plans-and-billing/plan-details/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'billing'),
  component: PlanDetailsScreen,
})
