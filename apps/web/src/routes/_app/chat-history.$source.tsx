import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { HistoryScreen } from '../../features/history/history-screen.tsx'

/** Anything that is not a page, a sort or an order of the history reads as the first page, newest first. */
const firstPage = { page: 1, sort: 'date', order: 'desc' } as const
const search = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), firstPage.page),
  sort: z._default(z.catch(z.enum(['date', 'title']), 'date'), firstPage.sort),
  order: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), firstPage.order),
})

export const Route = createFileRoute('/_app/chat-history/$source')({
  validateSearch: search,
  search: { middlewares: [stripSearchParams(firstPage)] },
  beforeLoad: ({ params }) => {
    if (params.source !== 'all') throw notFound()
  },
  component: History,
})

function History() {
  return <HistoryScreen page={Route.useSearch()} />
}
