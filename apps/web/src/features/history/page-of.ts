import type { HistoryPage } from '../../entities/chats/queries.ts'

/** A column's next order when its head is pressed: its own natural order first, then the other one. */
export function sortedBy(from: HistoryPage, column: HistoryPage['sort']): HistoryPage {
  const { sort, order } = from
  const natural = column === 'date' ? 'desc' : 'asc'
  const other = natural === 'asc' ? 'desc' : 'asc'
  return { ...from, page: 1, sort: column, order: sort === column && order === natural ? other : natural }
}

/** The address of a page of the history. */
export const historyLink = ({ source, ...search }: HistoryPage) =>
  ({ to: '/chat-history/$source', params: { source }, search }) as const
