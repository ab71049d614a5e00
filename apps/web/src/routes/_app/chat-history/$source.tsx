import { historyScopes, isId } from '@atrium/contract'
import { createFileRoute, notFound, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { HistoryScreen } from '../../../features/history/history-screen.tsx'
import type { HistoryPage } from '../../../entities/chats/queries.ts'
import { oneOf } from '../../../lib/text/parse.ts'

type HistorySearch = Omit<HistoryPage, 'source'>

const firstPage: HistorySearch = { page: 1, sort: 'date', order: 'desc' }
const sourceOf = oneOf(...historyScopes)
const sortOf = oneOf('date', 'title')
const orderOf = oneOf('asc', 'desc')
const labelOf = (label: unknown): HistorySearch['label'] =>
  typeof label === 'string' && (label === 'unlabelled' || isId('label', label)) ? label : undefined

export const Route = createFileRoute('/_app/chat-history/$source')({
  /** Anything that is not a page, a sort or an order of the history reads as the first page, newest first. */
  validateSearch: ({
    page,
    sort,
    order,
    label,
    canvas,
    search,
  }: Partial<HistorySearch> & SearchSchemaInput): HistorySearch => ({
    page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : firstPage.page,
    sort: sortOf(sort) ?? firstPage.sort,
    order: orderOf(order) ?? firstPage.order,
    label: labelOf(label),
    canvas: canvas === true ? canvas : undefined,
    search: search === undefined || String(search).trim() === '' ? undefined : String(search),
  }),
  search: { middlewares: [stripSearchParams(firstPage)] },
  beforeLoad: ({ params }) => {
    if (sourceOf(params.source) === null) throw notFound()
  },
  component: History,
})

function History() {
  const source = sourceOf(Route.useParams().source) ?? 'all'
  return <HistoryScreen page={{ ...Route.useSearch(), source }} />
}
