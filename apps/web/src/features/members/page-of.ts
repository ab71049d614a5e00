import { limits, type Member, memberSortKeys, type MemberSortKey } from '@atrium/contract'
import { oneOf, text } from '../../lib/parse.ts'
import type { MembersPage } from './queries.ts'

export const firstPage: MembersPage = { page: 1, sort: 'name', order: 'asc', search: '' }

const sortOf = oneOf(...memberSortKeys)
const orderOf = oneOf('asc', 'desc')

/** The page that an address asks for; whatever is none of the list reads as the first page by name. */
export const readPage = ({ page, sort, order, search }: Record<string, unknown>): MembersPage => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : firstPage.page,
  sort: sortOf(sort) ?? firstPage.sort,
  order: orderOf(order) ?? firstPage.order,
  search:
    typeof search === 'number'
      ? String(search)
      : (text(search) ?? '').slice(0, limits.memberSearchCharacters),
})

/** What the address has to say of a page. */
export const withoutDefaults = ({ page, sort, order, search }: MembersPage) => ({
  page: page === firstPage.page ? undefined : page,
  sort: sort === firstPage.sort ? undefined : sort,
  order: order === firstPage.order ? undefined : order,
  search: search || undefined,
})

/** How many pages so many people fill; at least one. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / limits.memberPageSize))

/** The first page in the order of a column whose head is pressed: its natural order first, then the other one. */
export function sortedBy(page: MembersPage, column: MemberSortKey): MembersPage {
  const natural = column === 'joined' ? 'desc' : 'asc'
  const other = natural === 'asc' ? 'desc' : 'asc'
  const order = page.sort === column && page.order === natural ? other : natural
  return { ...page, page: 1, sort: column, order }
}

/** What somebody is called: their name, or the address that was invited. */
export const nameOf = (member: Member): string =>
  `${member.firstName} ${member.lastName}`.trim() || member.userName
