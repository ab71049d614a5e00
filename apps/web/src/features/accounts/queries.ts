import { type Account, type AccountId, changeUser, limits, listAccounts } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, session, whereabouts } from '../../lib/api.ts'
import { chooseActive, readChoice, saveChoice } from '../../lib/active-choice.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedAccount } from '../../lib/stored.ts'
import { enterRooms } from '../rooms/queries.ts'

/** The accounts of the user; asked for at most once a second. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }): Promise<Account[]> =>
    listFrom((await api.call(listAccounts, {}, { signal })).data),
  staleTime: limits.refreshThrottleMs,
})

/**
 * Makes sure that an account is active: the one that is, else the stored choice, else the recent one, else the first.
 * Returns null when the user belongs to none.
 */
export async function enterAccount(): Promise<Account | null> {
  const accounts = await queryClient.ensureQueryData(accountsQuery)
  const current = accounts.find(({ id }) => id === whereabouts.accountId())
  if (current) return current
  const ids = accounts.map(({ id }) => id)
  const chosen = readChoice(storedAccount)
  const isChosen = ids.some((id) => id === chosen.ofTab || id === chosen.ofBrowser)
  // Which account was used last, on any device, is only worth a wait when this browser does not know.
  const recent = isChosen || ids.length < 2 ? null : await recentWorkspace()
  const active = chooseActive(ids, chosen, [recent])
  if (active) activate(active)
  return accounts.find(({ id }) => id === active) ?? null
}

/** Keeps what the server says of an account in the list of the user's own. */
export function keepAccount(account: Account): Account {
  queryClient.setQueryData(accountsQuery.queryKey, (known) =>
    known?.some(({ id }) => id === account.id)
      ? known.map((one) => (one.id === account.id ? account : one))
      : known && [...known, account],
  )
  return account
}

/** The account is none of the user's any more; if it was the active one, none is. */
export function forgetAccount(accountId: AccountId): void {
  if (whereabouts.accountId() === accountId) whereabouts.leave()
  queryClient.setQueryData(accountsQuery.queryKey, (known) => known?.filter(({ id }) => id !== accountId))
}

/** Makes an account the active one, here and on the next device. */
export function switchAccount(accountId: AccountId): void {
  activate(accountId)
  void api
    .call(changeUser, { body: { recent_workspace: accountId } })
    .then(({ message }) => session.tellUserInfo(message), ignore)
}

function activate(accountId: AccountId): void {
  saveChoice(storedAccount, accountId)
  whereabouts.enterAccount(accountId)
  void enterRooms(accountId)
  session.refreshUserInfo().catch(ignore)
}

const recentWorkspace = () =>
  session.refreshUserInfo().then(
    (info) => info.recent_workspace,
    () => null,
  )

// The user card shows what it knows; the next call that matters tells what is wrong.
const ignore = () => {}
