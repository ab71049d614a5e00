import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type BasesPage, readPage, withoutDefaults } from '../../entities/files/bases-page.ts'
import { BasesScreen } from '../../features/knowledge-bases/bases-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

type BasesSearch = {
  page?: number | undefined
  sort?: string | undefined
  search?: string | undefined
  base?: string | undefined
  /** Accepted from old links, and ignored. */
  kb?: boolean | undefined
}

/** Knowledge bases of a room or of an account: both ids use the same path segment. */
export const Route = createFileRoute('/_app/knowledge-bases/$id')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: BasesSearch & SearchSchemaInput): BasesSearch => search,
  // The first page carries this function, so it fetches what needs the server's data.
  beforeLoad: async ({ params: { id } }) => {
    const { enterAccountOf } = await import('../../features/knowledge-bases/enter-account-of.ts')
    await enterAccountOf(id)
  },
  loader: () => loadPhrases('contextFiles', 'knowledgeBases', 'knowledgeSources', 'accountAdmin'),
  component: Bases,
})

function Bases() {
  const navigate = useNavigate({ from: Route.fullPath })
  const { id } = Route.useParams()
  const page = readPage(Route.useSearch())
  const onPage = useCallback(
    (wanted: BasesPage) =>
      void navigate({ search: withoutDefaults(wanted), replace: wanted.base === null && wanted.page === 1 }),
    [navigate],
  )
  return <BasesScreen key={id} id={id} page={page} onPage={onPage} />
}
