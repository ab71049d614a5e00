import { systemAccountStates, type SystemAccountState } from '@atrium/contract'
import { oneOf } from '../../lib/text/parse.ts'
import { type ListPage, readListPage, withoutDefaults } from './list-page.ts'

/** A page of the accounts; without a state all that are not deleted. */
export type AccountsPage = ListPage & { state: SystemAccountState | null }

export const accountState = oneOf(...systemAccountStates)

/** The page and the filters in the URL. */
export const readAccountsPage = (search: Record<string, unknown>): AccountsPage => ({
  ...readListPage(search),
  state: accountState(search['state']) ?? null,
})

/** The address of a page. */
export const addressOfAccounts = ({ state, ...page }: AccountsPage) => ({
  ...withoutDefaults(page),
  state: state ?? undefined,
})
