import {
  type AccountId,
  changeAccountPlan,
  deleteSystemAccount,
  endAccountSessions,
  endMonthlyGrant,
  grantAccountCredits,
  type GrantFrequency,
  type GrantId,
  limits,
  listCreditGrants,
  listSystemAccounts,
  listSystemPlans,
  reinstateAccount,
  restoreSystemAccount,
  suspendAccount,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { AccountsPage } from './accounts-page.ts'

const accountsKey = ['system-accounts'] as const

export const systemAccountsQuery = ({ page, search, state }: AccountsPage) =>
  queryOptions({
    queryKey: [...accountsKey, 'list', { page, search, state }],
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        page_size: String(limits.systemPageSize),
        ...(search && { search }),
        ...(state && { state }),
      }
      const { data, count } = await api.call(listSystemAccounts, { query }, { signal })
      return { accounts: data, count }
    },
    placeholderData: keepPreviousData,
  })

export const systemPlansQuery = queryOptions({
  queryKey: ['system-plans'],
  queryFn: async ({ signal }) => (await api.call(listSystemPlans, {}, { signal })).data,
})

export const creditGrantsQuery = (id: AccountId) =>
  queryOptions({
    queryKey: [...accountsKey, 'grants', id],
    queryFn: async ({ signal }) => (await api.call(listCreditGrants, { params: { id } }, { signal })).data,
  })

export type GrantToMake = { id: GrantId; credits: number; frequency: GrantFrequency; reason: string }

/** System administrators' changes of an account. Each reloads the lists and throws if the server refuses. */
export const accountChanges = (id: AccountId) => ({
  setPlan: (planName: string) =>
    thenReload(api.call(changeAccountPlan, { params: { id }, body: { planName } })),
  grant: (body: GrantToMake) => thenReload(api.call(grantAccountCredits, { params: { id }, body })),
  suspend: (reason: string) => thenReload(api.call(suspendAccount, { params: { id }, body: { reason } })),
  reinstate: () => thenReload(api.call(reinstateAccount, { params: { id } })),
  endSessions: () => thenReload(api.call(endAccountSessions, { params: { id } })),
  delete: () => thenReload(api.call(deleteSystemAccount, { params: { id } })),
  restore: () => thenReload(api.call(restoreSystemAccount, { params: { id } })),
  endGrant: (grantId: GrantId) => thenReload(api.call(endMonthlyGrant, { params: { id, grantId } })),
})

async function thenReload<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } finally {
    void queryClient.invalidateQueries({ queryKey: accountsKey })
  }
}
