import { type BaseId, isId, limits } from '@atrium/contract'
import { oneOf, text } from '../../lib/parse.ts'

/** How the list can be ordered, and what the server calls that. */
export const sorts = {
  newest: { sort_by: 'created_at', order: 'DESC' },
  oldest: { sort_by: 'created_at', order: 'ASC' },
  updated: { sort_by: 'updated_at', order: 'DESC' },
  nameUp: { sort_by: 'rag_name', order: 'ASC' },
  nameDown: { sort_by: 'rag_name', order: 'DESC' },
} as const
export type BasesSort = keyof typeof sorts
export const sortNames: readonly BasesSort[] = ['newest', 'oldest', 'updated', 'nameUp', 'nameDown']

/** What of the list is shown: its page from 1, the order, what is searched for, and the base that is open. */
export type BasesPage = { page: number; sort: BasesSort; search: string; base: BaseId | null }

export const firstPage: BasesPage = { page: 1, sort: 'newest', search: '', base: null }

const sortOf = oneOf(...sortNames)

/** The page that an address asks for; whatever is none of the list reads as the first page, newest first. */
export function readPage({ page, sort, search, base }: Record<string, unknown>): BasesPage {
  const wanted = text(base)
  return {
    page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : firstPage.page,
    sort: sortOf(sort) ?? firstPage.sort,
    search: (typeof search === 'number' ? String(search) : (text(search) ?? '')).slice(
      0,
      limits.searchCharacters,
    ),
    base: wanted !== null && isId('base', wanted) ? wanted : null,
  }
}

/** What the address has to say of a page. */
export const withoutDefaults = ({ page, sort, search, base }: BasesPage) => ({
  page: page === firstPage.page ? undefined : page,
  sort: sort === firstPage.sort ? undefined : sort,
  search: search || undefined,
  base: base ?? undefined,
})

/** Whether it is what the list begins with, apart from what is open. */
export const isFirstPage = ({ page, sort, search }: BasesPage): boolean =>
  page === firstPage.page && sort === firstPage.sort && search === ''

/** How many pages so many bases fill; at least one. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / limits.basePageSize))
