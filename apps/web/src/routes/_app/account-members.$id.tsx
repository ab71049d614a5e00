import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { toActiveAccount } from '../../entities/accounts/to-active-account.ts'
import { MembersScreen } from '../../features/members/members-screen.tsx'
import { readPage, withoutDefaults } from '../../entities/accounts/members-page.ts'
import type { MembersPage } from '../../entities/accounts/members.ts'
import { loadPhrases } from '../../lib/phrases.ts'

type MembersSearch = { [Name in keyof MembersPage]?: MembersPage[Name] | undefined }

export const Route = createFileRoute('/_app/account-members/$id')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: MembersSearch & SearchSchemaInput): MembersSearch => search,
  beforeLoad: ({ params }) => toActiveAccount(params.id),
  loader: () => loadPhrases('accounts', 'members', 'accountAdmin'),
  component: Members,
})

function Members() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = useCallback(
    (page: MembersPage) => void navigate({ search: withoutDefaults(page), replace: page.page === 1 }),
    [navigate],
  )
  return <MembersScreen page={readPage(Route.useSearch())} onPage={onPage} />
}
