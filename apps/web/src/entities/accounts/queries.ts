import { type Account, type AccountId, changeUser, limits, listAccounts } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, session, activeContext } from '../../lib/api/api.ts'
import { chooseActive, readChoice, saveChoice } from '../../lib/session/active-choice.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedAccount } from '../../lib/stored.ts'
import { enterRooms } from '../rooms/queries.ts'

/**
 * The user's accounts; fetched at most once per second. Not cancelled with the screen that began to load them: a page that opens meanwhile
 * waits for the same request.
 */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async (): Promise<Account[]> => listFrom((await api.call(listAccounts, {})).data),
  staleTime: limits.refreshThrottleMs,
})

/**
 * Makes sure that an account is active: the current one, else the stored choice, else the recent one, else the first. A suspended
 * one only when the user chose it or has no other. Returns null when the user belongs to none.
 */
export async function enterAccount(): Promise<Account | null> {
  const accounts = await queryClient.ensureQueryData(accountsQuery)
  const current = accounts.find(({ id }) => id === activeContext.accountId())
  if (current) return current
  const ids = accounts.map(({ id }) => id)
  const chosen = readChoice(storedAccount)
  const isChosen = ids.some((id) => id === chosen.ofTab || id === chosen.ofBrowser)
  // Waits for the last account used on any device only when this browser has no stored choice.
  const recent = isChosen || ids.length < 2 ? null : await recentWorkspace()
  const usable = accounts.find(({ suspendedReason }) => suspendedReason === null)?.id ?? null
  const active = chooseActive(ids, chosen, [recent, usable])
  if (active) activate(active)
  return accounts.find(({ id }) => id === active) ?? null
}

/** Updates an account in the cached list. */
export function keepAccount(account: Account): Account {
  queryClient.setQueryData(accountsQuery.queryKey, (known) =>
    known?.some(({ id }) => id === account.id)
      ? known.map((one) => (one.id === account.id ? account : one))
      : known && [...known, account],
  )
  return account
}

/** Removes an account from the user's accounts; if it was active, none is active afterwards. */
export function forgetAccount(accountId: AccountId): void {
  if (activeContext.accountId() === accountId) activeContext.leave()
  queryClient.setQueryData(accountsQuery.queryKey, (known) => known?.filter(({ id }) => id !== accountId))
}

/** Makes an account active, here and on the next device. */
export function switchAccount(accountId: AccountId): void {
  activate(accountId)
  void api
    .call(changeUser, { body: { recent_workspace: accountId } })
    .then(({ message }) => session.setUserInfo(message), ignore)
}

function activate(accountId: AccountId): void {
  saveChoice(storedAccount, accountId)
  activeContext.enterAccount(accountId)
  void enterRooms(accountId)
  session.refreshUserInfo().catch(ignore)
}

const recentWorkspace = () =>
  session.refreshUserInfo().then(
    (info) => info.recent_workspace,
    () => null,
  )

// The user card shows cached data; the next important call reports the problem.
const ignore = () => {}
