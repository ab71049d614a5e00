import { createFileRoute } from '@tanstack/react-router'
import { MaintenancePage } from '../features/pages/maintenance-page.tsx'
import { readReturnTo } from '../lib/navigation/return-to-search.ts'

export const Route = createFileRoute('/maintenance')({
  validateSearch: readReturnTo,
  component: function Maintenance() {
    return <MaintenancePage returnTo={Route.useSearch().returnTo} />
  },
})
