import { isId, type OrderId, type TransactionGroup, transactionGroups } from '@atrium/contract'
import { oneOf, text } from '../../lib/text/parse.ts'

/** The order history as in its address: filter, page from 1, and the order that the buyer returns from. */
export type OrdersPage = {
  status: TransactionGroup
  page: number
  order: OrderId | null
  cancelled: boolean
}

const statusOf = oneOf(...transactionGroups)

/** The page in an address; ignores invalid parameters. */
export function readOrdersPage(search: Record<string, unknown>): OrdersPage {
  const order = text(search.order) ?? ''
  return {
    status: statusOf(search.status) ?? 'all',
    page: Number.isInteger(search.page) && Number(search.page) > 0 ? Number(search.page) : 1,
    order: isId('order', order) ? order : null,
    cancelled: search.cancelled === true,
  }
}

/** The address parameters of a page. */
export const withoutDefaults = ({ status, page, order, cancelled }: OrdersPage) => ({
  status: status === 'all' ? undefined : status,
  page: page === 1 ? undefined : page,
  order: order ?? undefined,
  cancelled: cancelled || undefined,
})
