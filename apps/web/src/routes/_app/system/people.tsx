import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  addressOfPage,
  type PeoplePage,
  readPeoplePage,
} from '../../../features/system/people/people-page.ts'
import { PeopleScreen } from '../../../features/system/people/people-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

type PeopleSearch = { [Name in keyof PeoplePage]?: PeoplePage[Name] | undefined }

export const Route = createFileRoute('/_app/system/people')({
  validateSearch: (search: PeopleSearch & SearchSchemaInput): PeopleSearch => search,
  loader: () => loadPhrases('security', 'setup', 'systemHealth', 'systemPeople'),
  component: SystemPeople,
})

function SystemPeople() {
  const navigate = useNavigate({ from: Route.fullPath })
  const onPage = useCallback(
    (page: PeoplePage) => void navigate({ search: addressOfPage(page), replace: page.page === 1 }),
    [navigate],
  )
  return <PeopleScreen page={readPeoplePage(Route.useSearch())} onPage={onPage} />
}
