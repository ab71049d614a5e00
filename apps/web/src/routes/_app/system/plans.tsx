import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  addressOfAccounts,
  type AccountsPage,
  readAccountsPage,
} from '../../../features/system/accounts-page.ts'
import { PlansScreen } from '../../../features/system/plans-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

type PlansSearch = { [Name in keyof AccountsPage]?: AccountsPage[Name] | undefined }

export const Route = createFileRoute('/_app/system/plans')({
  validateSearch: (search: PlansSearch & SearchSchemaInput): PlansSearch => search,
  loader: () => loadPhrases('setup', 'systemHealth', 'systemPlans'),
  component: SystemPlans,
})

function SystemPlans() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = useCallback(
    (page: AccountsPage) => void navigate({ search: addressOfAccounts(page), replace: page.page === 1 }),
    [navigate],
  )
  return <PlansScreen page={readAccountsPage(Route.useSearch())} onPage={onPage} />
}
