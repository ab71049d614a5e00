import type { Account } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { activeContext } from '../../lib/api/api.ts'
import { readChoice } from '../../lib/session/active-choice.ts'
import { useStore } from '../../lib/store.ts'
import { storedAccount } from '../../lib/stored.ts'
import { ifInvalidated } from '../../lib/if-invalidated.ts'
import { accountsQuery } from './queries.ts'

/** The active account; null while there is none. */
export function useAccount(): Account | null {
  const { accountId } = useStore(activeContext.place)
  const { data } = useQuery({ ...accountsQuery, refetchOnMount: ifInvalidated })
  return data?.find(({ id }) => id === accountId) ?? null
}

/** The id of this tab's account, or of the next to open; none for an id that is not the user's account. */
export function useOpenAccountId(): string | null {
  const { accountId } = useStore(activeContext.place)
  const { ofTab, ofBrowser } = readChoice(storedAccount)
  return accountId ?? ofTab ?? ofBrowser
}
