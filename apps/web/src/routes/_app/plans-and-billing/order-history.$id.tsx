import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { toActiveAccount } from '../../../entities/accounts/to-active-account.ts'
import { OrderHistoryScreen } from '../../../features/billing/order-history-screen.tsx'
import { type OrdersPage, readOrdersPage, withoutDefaults } from '../../../features/billing/orders-page.ts'
import { loadPhrases } from '../../../lib/phrases.ts'

type OrdersSearch = { [Name in keyof OrdersPage]?: NonNullable<OrdersPage[Name]> | undefined }

export const Route = createFileRoute('/_app/plans-and-billing/order-history/$id')({
  validateSearch: (search: OrdersSearch & SearchSchemaInput): OrdersSearch => search,
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accountAdmin', 'billing'),
  component: Orders,
})

function Orders() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = (page: OrdersPage) =>
    void navigate({ search: withoutDefaults(page), replace: page.page === 1 })
  return <OrderHistoryScreen page={readOrdersPage(Route.useSearch())} onPage={onPage} />
}
