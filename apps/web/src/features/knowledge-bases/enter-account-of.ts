import { type AccountId, isId, type RoomId } from '@atrium/contract'
import { whereabouts } from '../../lib/api.ts'
import { saveChoice } from '../../lib/active-choice.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedRoom } from '../../lib/stored.ts'
import { accountsQuery, switchAccount } from '../accounts/queries.ts'
import { toActiveAccount } from '../accounts/to-active-account.ts'
import { roomsQuery } from '../rooms/queries.ts'

/**
 * Makes the account of a link to knowledge bases the active one, when the user belongs to it: the account that it names, or the
 * one of the room that it names. Leads elsewhere from an account of others (NAV-05).
 */
export async function enterAccountOf(id: string): Promise<void> {
  const active = whereabouts.accountId()
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

/** The first of these accounts in which the user has the room; one after the other, since it mostly is the first. */
async function accountOfRoom(roomId: RoomId, accountIds: readonly AccountId[]): Promise<AccountId | null> {
  const [accountId, ...others] = accountIds
  if (accountId === undefined) return null
  const rooms = await queryClient.ensureQueryData(roomsQuery(accountId)).catch(() => [])
  return rooms.some(({ id }) => id === roomId) ? accountId : await accountOfRoom(roomId, others)
}
