import type { AccountId, Room } from '@atrium/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { activeContext } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store.ts'
import { roomsQuery } from './queries.ts'

const noAccount = '' as AccountId

/** Notices report changes: parts of a page that open need not load the rooms again. */
const roomsStaleMs = 10_000

/** The loaded rooms of the active account. */
export function useRooms() {
  const { accountId } = useStore(activeContext.place)
  const options = roomsQuery(accountId ?? noAccount)
  return useQuery({ ...options, queryFn: accountId ? options.queryFn : skipToken, staleTime: roomsStaleMs })
}

/** The active room: undefined while it is not known, null when there is none. */
export function useRoom(): Room | null | undefined {
  const { roomId } = useStore(activeContext.place)
  const { data } = useRooms()
  return roomId ? data?.find(({ id }) => id === roomId) : roomId
}
