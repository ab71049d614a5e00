import { createFileRoute, notFound, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { HistoryScreen } from '../../features/history/history-screen.tsx'
import type { HistoryPage } from '../../features/chat/queries.ts'
import { oneOf } from '../../lib/parse.ts'

const firstPage: HistoryPage = { page: 1, sort: 'date', order: 'desc' }
const sortOf = oneOf('date', 'title')
const orderOf = oneOf('asc', 'desc')

export const Route = createFileRoute('/_app/chat-history/$source')({
  /** Anything that is not a page, a sort or an order of the history reads as the first page, newest first. */
  validateSearch: ({ page, sort, order }: Partial<HistoryPage> & SearchSchemaInput): HistoryPage => ({
    page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : firstPage.page,
    sort: sortOf(sort) ?? firstPage.sort,
    order: orderOf(order) ?? firstPage.order,
  }),
  search: { middlewares: [stripSearchParams(firstPage)] },
  beforeLoad: ({ params }) => {
    if (params.source !== 'all') throw notFound()
  },
  component: History,
})

function History() {
  return <HistoryScreen page={Route.useSearch()} />
}
