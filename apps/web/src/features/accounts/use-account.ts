import type { Account } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { whereabouts } from '../../lib/api.ts'
import { useStore } from '../../lib/store.ts'
import { accountsQuery } from './queries.ts'

/** The active account; null for the moment in which there is none. */
export function useAccount(): Account | null {
  const { accountId } = useStore(whereabouts.place)
  const { data } = useQuery(accountsQuery)
  return data?.find(({ id }) => id === accountId) ?? null
}
