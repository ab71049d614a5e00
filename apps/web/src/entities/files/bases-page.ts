import { type BaseId, isId, limits } from '@atrium/contract'
import { oneOf, text } from '../../lib/text/parse.ts'

/** The sort orders, with the server's names. */
export const sorts = {
  newest: { sort_by: 'created_at', order: 'DESC' },
  oldest: { sort_by: 'created_at', order: 'ASC' },
  updated: { sort_by: 'updated_at', order: 'DESC' },
  nameUp: { sort_by: 'rag_name', order: 'ASC' },
  nameDown: { sort_by: 'rag_name', order: 'DESC' },
} as const
export type BasesSort = keyof typeof sorts
export const sortNames: readonly BasesSort[] = ['newest', 'oldest', 'updated', 'nameUp', 'nameDown']

/** The state of the list: page from 1, order, search, and the open base. */
export type BasesPage = { page: number; sort: BasesSort; search: string; base: BaseId | null }

export const firstPage: BasesPage = { page: 1, sort: 'newest', search: '', base: null }

const sortOf = oneOf(...sortNames)

/** Reads the page from an address; invalid values give the first page, newest first. */
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

/** The address parameters of a page. */
export const withoutDefaults = ({ page, sort, search, base }: BasesPage) => ({
  page: page === firstPage.page ? undefined : page,
  sort: sort === firstPage.sort ? undefined : sort,
  search: search || undefined,
  base: base ?? undefined,
})

/** Whether it is the list's initial state, apart from the open base. */
export const isFirstPage = ({ page, sort, search }: BasesPage): boolean =>
  page === firstPage.page && sort === firstPage.sort && search === ''
