import type { AccountId, Room } from '@atrium/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { activeContext } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store.ts'
import { ifInvalidated } from '../../lib/if-invalidated.ts'
import { roomsQuery } from './queries.ts'

const noAccount = '' as AccountId

/** The loaded rooms of the active account. */
export function useRooms() {
  const { accountId } = useStore(activeContext.place)
  const options = roomsQuery(accountId ?? noAccount)
  return useQuery({
    ...options,
    queryFn: accountId ? options.queryFn : skipToken,
    refetchOnMount: ifInvalidated,
  })
}

/** The active room: undefined while it is not known, null when there is none. */
export function useRoom(): Room | null | undefined {
  const { roomId } = useStore(activeContext.place)
  const { data } = useRooms()
  return roomId ? data?.find(({ id }) => id === roomId) : roomId
}
