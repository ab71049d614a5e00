import { type AccountId, limits, type RoomId, type UserId } from '@atrium/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  isSearchable,
  type SearchState,
  type SearchView,
  viewOfSearch,
} from '../../../entities/rooms/member-search.ts'
import { peopleQuery } from '../../../entities/rooms/room-queries.ts'

/** Searches the account's people for a text, once nothing more has been typed for a moment. */
export function useMemberSearch(
  { accountId, roomId }: { accountId: AccountId; roomId: RoomId | null },
  text: string,
  chosen: ReadonlySet<UserId>,
): SearchView {
  const [settled] = useDebouncedValue(text.trim(), limits.memberSearchDebounceMs)
  const found = useQuery({ ...peopleQuery(accountId, roomId, settled), enabled: isSearchable(settled) })
  return viewOfSearch(text, text.trim() === settled ? stateOf(found) : { status: 'pending' }, chosen)
}

function stateOf({
  data,
  isError,
}: {
  data: { people: Extract<SearchState, { status: 'success' }>['people']; count: number } | undefined
  isError: boolean
}): SearchState {
  if (isError) return { status: 'error' }
  return data ? { status: 'success', ...data } : { status: 'pending' }
}
