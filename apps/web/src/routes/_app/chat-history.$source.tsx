import { createFileRoute, notFound, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import type { HistoryPage } from '../../features/chat/queries.ts'
import { HistoryScreen } from '../../features/history/history-screen.tsx'
import { number, oneOf } from '../../lib/parse.ts'

const firstPage: HistoryPage = { page: 1, sort: 'date', order: 'desc' }

/** Anything that is not a page, a sort or an order of the history reads as the first page, newest first. */
function readPage(search: Partial<HistoryPage> & SearchSchemaInput): HistoryPage {
  const page = number(search.page) ?? firstPage.page
  return {
    page: Number.isInteger(page) && page >= 1 ? page : firstPage.page,
    sort: oneOf('date', 'title')(search.sort) ?? firstPage.sort,
    order: oneOf('asc', 'desc')(search.order) ?? firstPage.order,
  }
}

export const Route = createFileRoute('/_app/chat-history/$source')({
  validateSearch: readPage,
  search: { middlewares: [stripSearchParams(firstPage)] },
  beforeLoad: ({ params }) => {
    if (params.source !== 'all') throw notFound()
  },
  component: History,
})

function History() {
  return <HistoryScreen page={Route.useSearch()} />
}
