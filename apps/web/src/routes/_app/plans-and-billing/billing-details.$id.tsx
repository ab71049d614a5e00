import { createFileRoute } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { BillingDetailsScreen } from '../../../features/billing/billing-details-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/plans-and-billing/billing-details/$id')({
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'billing'),
  component: BillingDetailsScreen,
})
