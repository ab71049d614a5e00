import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type GallerySearch, readGalleryPage } from '../../features/pictures/gallery/gallery-page.ts'
import { GalleryScreen } from '../../features/pictures/gallery/gallery-screen.tsx'
import { loadPhrases } from '../../lib/phrases.ts'

export const Route = createFileRoute('/_app/images')({
  validateSearch: (search: GallerySearch & SearchSchemaInput): GallerySearch => search,
  loader: () => loadPhrases('gallery'),
  component: Images,
})

function Images() {
  return <GalleryScreen page={readGalleryPage(Route.useSearch())} />
}
