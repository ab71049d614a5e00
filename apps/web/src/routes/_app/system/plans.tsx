import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ListPage, readListPage, withoutDefaults } from '../../../features/system/list-page.ts'
import { PlansScreen } from '../../../features/system/plans-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

type PlansSearch = { [Name in keyof ListPage]?: ListPage[Name] | undefined }

export const Route = createFileRoute('/_app/system/plans')({
  validateSearch: (search: PlansSearch & SearchSchemaInput): PlansSearch => search,
  loader: () => loadPhrases('setup', 'systemHealth', 'systemPlans'),
  component: SystemPlans,
})

function SystemPlans() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = useCallback(
    (page: ListPage) => void navigate({ search: withoutDefaults(page), replace: page.page === 1 }),
    [navigate],
  )
  return <PlansScreen page={readListPage(Route.useSearch())} onPage={onPage} />
}
