import {
  type Account,
  type AccountId,
  type AccountSettings,
  changeAccount,
  changeAccountSettings,
  deleteAccount,
  getAccountSettings,
  getCreditLimits,
  type RoomId,
  setRoomCreditLimit,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { uploadLogo } from '../../entities/accounts/create-account.ts'
import { keepAccount } from '../../entities/accounts/queries.ts'
import { reloadModels } from '../../entities/models/queries.ts'

export const settingsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['account-settings', accountId],
    queryFn: async ({ signal }) =>
      (await api.call(getAccountSettings, { params: { id: accountId } }, { signal })).data,
  })

/** The monthly limits of rooms and members with their usage. */
export const creditLimitsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['credit-limits', accountId],
    queryFn: async ({ signal }) =>
      (await api.call(getCreditLimits, { params: { id: accountId } }, { signal })).data,
    staleTime: 0,
  })

/** Sets a room's monthly limit, null for none. Stores the server's reply. */
export async function setRoomLimit(
  accountId: AccountId,
  roomId: RoomId,
  limit: number | null,
): Promise<void> {
  const body = { roomId, monthlyCreditLimit: limit }
  const { data } = await api.call(setRoomCreditLimit, { params: { id: accountId }, body })
  queryClient.setQueryData(creditLimitsQuery(accountId).queryKey, data)
}

/** Admins' changes of the account. Each stores the server's reply, and throws when refused. */
export const accountChanges = (accountId: AccountId) => {
  const params = { id: accountId }
  return {
    save: async (body: Partial<AccountSettings>) => {
      const { data } = await api.call(changeAccountSettings, { params, body })
      queryClient.setQueryData(settingsQuery(accountId).queryKey, data)
      // Members choose among the models that are allowed.
      void reloadModels(accountId)
    },
    rename: async (name: string): Promise<Account> =>
      keepAccount((await api.call(changeAccount, { params, body: { name } })).data),
    setLogo: async (logo: File): Promise<Account> => keepAccount(await uploadLogo(accountId, logo)),
    removeLogo: async (): Promise<Account> =>
      keepAccount((await api.call(changeAccount, { params, body: { logoFilename: null } })).data),
    /** Resolves to the moment at which it is erased for good. */
    remove: async () => (await api.call(deleteAccount, { params })).data.erasedAt,
  }
}
