import { fullName, limits, type Member, memberSortKeys, type MemberSortKey } from '@atrium/contract'
import { oneOf, text } from '../../lib/text/parse.ts'
import type { MembersPage } from './members.ts'

export const firstPage: MembersPage = { page: 1, sort: 'name', order: 'asc', search: '' }

const sortOf = oneOf(...memberSortKeys)
const orderOf = oneOf('asc', 'desc')

/** Reads the page from an address; invalid values give the first page by name. */
export const readPage = ({ page, sort, order, search }: Record<string, unknown>): MembersPage => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : firstPage.page,
  sort: sortOf(sort) ?? firstPage.sort,
  order: orderOf(order) ?? firstPage.order,
  search:
    typeof search === 'number'
      ? String(search)
      : (text(search) ?? '').slice(0, limits.memberSearchCharacters),
})

/** The address parameters of a page. */
export const withoutDefaults = ({ page, sort, order, search }: MembersPage) => ({
  page: page === firstPage.page ? undefined : page,
  sort: sort === firstPage.sort ? undefined : sort,
  order: order === firstPage.order ? undefined : order,
  search: search || undefined,
})

/** Returns the first page sorted by the clicked column: its natural order first, then reversed. */
export function sortedBy(page: MembersPage, column: MemberSortKey): MembersPage {
  const natural = column === 'joined' ? 'desc' : 'asc'
  const other = natural === 'asc' ? 'desc' : 'asc'
  const order = page.sort === column && page.order === natural ? other : natural
  return { ...page, page: 1, sort: column, order }
}

/** The display name: the name, or the invited address. */
export const nameOf = (member: Member): string => fullName(member) || member.userName
