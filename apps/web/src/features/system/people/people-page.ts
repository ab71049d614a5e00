import { limits, personStates, type PersonState } from '@atrium/contract'
import { oneOf } from '../../../lib/text/parse.ts'
import { type ListPage, readListPage, withoutDefaults } from '../list-page.ts'

/** A page of the people: its number, the search and the filters; null is any. */
export type PeoplePage = ListPage & {
  state: PersonState | null
  role: 'system-admin' | 'owner' | null
  factor: 'on' | 'off' | null
}

const stateOf = oneOf(...personStates)
const roleOf = oneOf('system-admin', 'owner')
const factorOf = oneOf('on', 'off')

/** The filters and page in the URL; all people if invalid. */
export const readPeoplePage = (search: Record<string, unknown>): PeoplePage => ({
  ...readListPage(search),
  state: stateOf(search['state']) ?? null,
  role: roleOf(search['role']) ?? null,
  factor: factorOf(search['factor']) ?? null,
})

/** The address of a page. */
export const addressOfPage = ({ state, role, factor, ...page }: PeoplePage) => ({
  ...withoutDefaults(page),
  state: state ?? undefined,
  role: role ?? undefined,
  factor: factor ?? undefined,
})

/** The parameters of a page other than its number. */
export const filtersOf = ({ search, state, role, factor }: PeoplePage) => ({
  ...(search && { search }),
  ...(state && { state }),
  ...(role && { role }),
  ...(factor && { second_factor: factor }),
})

export const isNarrowed = ({ search, state, role, factor }: PeoplePage): boolean =>
  search !== '' || state !== null || role !== null || factor !== null

export const everyone: PeoplePage = { page: 1, search: '', state: null, role: null, factor: null }

export const pageSize = limits.systemPageSize
