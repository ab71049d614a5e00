import { createFileRoute, notFound } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { HistoryScreen } from '../../features/history/history-screen.tsx'

/** Anything that is not a page, a sort or an order of the history reads as the first page, newest first. */
const search = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  sort: z._default(z.catch(z.enum(['date', 'title']), 'date'), 'date'),
  order: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), 'desc'),
})

export const Route = createFileRoute('/_app/chat-history/$source')({
  validateSearch: search,
  beforeLoad: ({ params }) => {
    if (params.source !== 'all') throw notFound()
  },
  component: History,
})

function History() {
  return <HistoryScreen page={Route.useSearch()} />
}
