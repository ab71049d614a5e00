import {
  type AccountId,
  type CreditDecision,
  type CreditRequest,
  decideCreditRequest,
  decideSystemCreditRequest,
  listCreditRequests,
  listSystemCreditRequests,
  ownCreditRequest,
  requestCredits,
  type SystemCreditDecision,
  type SystemCreditRequest,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedCreditRequest } from './stored-request.ts'

/** The open requests of the account, for its admins. */
export const creditRequestsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['credit-requests', accountId],
    queryFn: async ({ signal }) =>
      (await api.call(listCreditRequests, { params: { id: accountId } }, { signal })).data,
    staleTime: 60_000,
  })

/** The user's latest request in the account. */
export const ownRequestQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['credit-requests', accountId, 'own'],
    queryFn: async ({ signal }): Promise<CreditRequest | null> =>
      (await api.call(ownCreditRequest, { params: { id: accountId } }, { signal })).data,
  })

/** The open requests of accounts that have no credits themselves, for system administrators. */
export const systemRequestsQuery = queryOptions({
  queryKey: ['credit-requests', 'system'],
  queryFn: async ({ signal }): Promise<SystemCreditRequest[]> =>
    (await api.call(listSystemCreditRequests, {}, { signal })).data,
})

const reload = () => queryClient.invalidateQueries({ queryKey: ['credit-requests'] })

export async function ask(accountId: AccountId, reason: string): Promise<void> {
  try {
    await api.call(requestCredits, { params: { id: accountId }, body: { reason } })
    storedCreditRequest.write(accountId)
  } finally {
    await reload()
  }
}

/** Decides a request, as an admin of its account or, without one, as a system administrator. */
export async function decide(
  { requestId }: CreditRequest,
  body: CreditDecision,
  accountId: AccountId | null,
): Promise<void> {
  try {
    if (accountId === null)
      await api.call(decideSystemCreditRequest, { params: { requestId }, body: asSystem(body) })
    else await api.call(decideCreditRequest, { params: { id: accountId, requestId }, body })
  } finally {
    await reload()
  }
}

/** System administrators grant once; credits of every month are the account's plan. */
const asSystem = (body: CreditDecision): SystemCreditDecision =>
  body.decision === 'approve' ? { decision: 'approve', credits: body.credits } : body
