import { limits } from '@atrium/contract'
import { text } from '../../lib/text/parse.ts'

/** One page of a list of the installation: its number from 1, and the search. */
export type ListPage = { page: number; search: string }

/** The page number in the URL; 1 if invalid. */
export const readListPage = ({ page, search }: Record<string, unknown>): ListPage => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  search:
    typeof search === 'number'
      ? String(search)
      : (text(search) ?? '').slice(0, limits.memberSearchCharacters),
})

/** The address of a page. */
export const withoutDefaults = ({ page, search }: ListPage) => ({
  page: page === 1 ? undefined : page,
  search: search || undefined,
})
