import { createFileRoute } from '@tanstack/react-router'
import { MaintenancePage } from '../features/pages/maintenance-page.tsx'
import { ReturnToSearch } from '../lib/return-to-search.ts'

export const Route = createFileRoute('/maintenance')({
  validateSearch: ReturnToSearch,
  component: function Maintenance() {
    return <MaintenancePage returnTo={Route.useSearch().returnTo} />
  },
})
