import type { Account } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { whereabouts } from '../../lib/api.ts'
import { readChoice } from '../../lib/active-choice.ts'
import { useStore } from '../../lib/store.ts'
import { storedAccount } from '../../lib/stored.ts'
import { accountsQuery } from './queries.ts'

/** The active account; null for the moment in which there is none. */
export function useAccount(): Account | null {
  const { accountId } = useStore(whereabouts.place)
  const { data } = useQuery(accountsQuery)
  return data?.find(({ id }) => id === accountId) ?? null
}

/** The id of the account that is open in this tab, or would be opened next; what is no account of the user names none. */
export function useOpenAccountId(): string | null {
  const { accountId } = useStore(whereabouts.place)
  const { ofTab, ofBrowser } = readChoice(storedAccount)
  return accountId ?? ofTab ?? ofBrowser
}
