import { createFileRoute, notFound, type SearchSchemaInput } from '@tanstack/react-router'
import { type LibrarySearch, readPage, sourceOf } from '../../../features/question-library/library-page.ts'
import { LibraryScreen } from '../../../features/question-library/library-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/question-library/$source')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: LibrarySearch & SearchSchemaInput): LibrarySearch => search,
  beforeLoad: ({ params }) => {
    if (sourceOf(params.source) === null) throw notFound()
  },
  loader: () => loadPhrases('questionLibrary'),
  component: Library,
})

function Library() {
  const source = sourceOf(Route.useParams().source) ?? 'starred'
  return <LibraryScreen page={readPage(source, Route.useSearch())} />
}
