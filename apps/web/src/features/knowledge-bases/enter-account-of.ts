import { type AccountId, isId, type Room, type RoomId } from '@atrium/contract'
import { ApiError } from '../../lib/api/api-error.ts'
import { activeContext } from '../../lib/api/api.ts'
import { saveChoice } from '../../lib/session/active-choice.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedRoom } from '../../lib/stored.ts'
import { accountsQuery, switchAccount } from '../../entities/accounts/queries.ts'
import { toActiveAccount } from '../../entities/accounts/to-active-account.ts'
import { roomsQuery } from '../../entities/rooms/queries.ts'

/**
 * Activates the account of a link to knowledge bases, if the user belongs to it: the named account, or the one of the named room.
 * Redirects from other people's accounts (NAV-05).
 */
export async function enterAccountOf(id: string): Promise<void> {
  const active = activeContext.accountId()
  if (id === active) return
  const accounts = await queryClient.ensureQueryData(accountsQuery)
  if (isId('room', id)) {
    const others = accounts.map((account) => account.id).filter((accountId) => accountId !== active)
    const accountId = await accountOfRoom(id, active === null ? others : [active, ...others])
    if (accountId === null || accountId === active) return
    saveChoice(storedRoom(accountId), id)
    switchAccount(accountId)
  } else if (accounts.some((account) => account.id === id)) switchAccount(id as AccountId)
  else toActiveAccount(id)
}

/** No rooms for former members and in suspended accounts; passes on every other failure. */
function noneToFormerMembers(error: unknown): Room[] {
  if (error instanceof ApiError && (error.code === 'NOT_A_MEMBER' || error.code === 'ACCOUNT_SUSPENDED'))
    return []
  throw error
}

/** The first of these accounts in which the user has the room; one after the other, since it usually is the first. */
async function accountOfRoom(roomId: RoomId, accountIds: readonly AccountId[]): Promise<AccountId | null> {
  const [accountId, ...others] = accountIds
  if (accountId === undefined) return null
  const rooms = await queryClient.ensureQueryData(roomsQuery(accountId)).catch(noneToFormerMembers)
  return rooms.some(({ id }) => id === roomId) ? accountId : await accountOfRoom(roomId, others)
}
