import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type CanvasesSearch, readPage } from '../../../features/canvases/list/canvases-page.ts'
import { CanvasesScreen } from '../../../features/canvases/list/canvases-screen.tsx'
import { loadPhrases } from '../../../lib/phrases.ts'

export const Route = createFileRoute('/_app/canvas/')({
  // The screen parses it, to keep this route's part of the first page small.
  validateSearch: (search: CanvasesSearch & SearchSchemaInput): CanvasesSearch => search,
  loader: () => loadPhrases('canvases'),
  component: Canvases,
})

function Canvases() {
  return <CanvasesScreen page={readPage(Route.useSearch())} />
}
