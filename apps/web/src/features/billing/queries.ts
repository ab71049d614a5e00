import {
  type AccountId,
  type BillingDetails,
  changeBillingDetails,
  choosePlan,
  completePayment,
  type Currency,
  getBillingDetails,
  getPlanChoice,
  getPlanDetails,
  getReceipt,
  initPayment,
  isInProgress,
  limits,
  listPlans,
  listTopUps,
  listTransactions,
  type OrderId,
  type TransactionGroup,
  verifyPayment,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { saveAs } from '../../lib/save-as.ts'

const key = (accountId: AccountId) => ['billing', accountId] as const
/** Every call names its account, so that a switch meanwhile doesn't mix two. */
const at = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

export const planDetailsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: [...key(accountId), 'details'],
    queryFn: async ({ signal }) => (await api.call(getPlanDetails, {}, { signal, ...at(accountId) })).message,
  })

export const plansQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: [...key(accountId), 'plans'],
    queryFn: async ({ signal }) => (await api.call(listPlans, {}, { signal, ...at(accountId) })).message,
  })

export const packsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: [...key(accountId), 'packs'],
    queryFn: async ({ signal }) => (await api.call(listTopUps, {}, { signal, ...at(accountId) })).message,
  })

/** What choosing a plan costs and when it starts. */
export const choiceQuery = (accountId: AccountId, plan: string, currency: Currency) =>
  queryOptions({
    queryKey: [...key(accountId), 'choice', plan, currency],
    queryFn: async ({ signal }) =>
      (await api.call(getPlanChoice, { query: { plan, currency } }, { signal, ...at(accountId) })).message,
    staleTime: 0,
  })

export const billingDetailsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: [...key(accountId), 'billing-details'],
    queryFn: async ({ signal }) =>
      (await api.call(getBillingDetails, { params: { accountId } }, { signal, ...at(accountId) })).data,
  })

export const ordersQuery = (accountId: AccountId, status: TransactionGroup, page: number) =>
  queryOptions({
    queryKey: [...key(accountId), 'orders', status, page],
    queryFn: async ({ signal }) => {
      const query = { status, page: String(page), page_size: String(limits.auditPageSize) }
      const { message, count } = await api.call(listTransactions, { query }, { signal, ...at(accountId) })
      return { orders: message, count }
    },
    placeholderData: keepPreviousData,
  })

const recheckMs = 2000

/** An order, read again every two seconds while the provider may still complete it. */
export const orderQuery = (accountId: AccountId, orderId: OrderId) =>
  queryOptions({
    queryKey: [...key(accountId), 'order', orderId],
    queryFn: async ({ signal }) =>
      (await api.call(verifyPayment, { query: { orderId } }, { signal, ...at(accountId) })).message,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.status) ? recheckMs : false),
  })

/** Reloads everything about plans and orders. */
export const reloadBilling = (accountId: AccountId) =>
  queryClient.invalidateQueries({ queryKey: key(accountId) })

export type OrderToPlace = {
  orderId: OrderId
  kind: 'pack' | 'plan'
  item: string
  currency: Currency
  expectedTotal: number
}

/** Changes by admins; each throws if the server refuses. */
export const billingChanges = (accountId: AccountId) => ({
  async saveDetails(billingDetails: BillingDetails) {
    await api.call(changeBillingDetails, { params: { accountId }, body: { billingDetails } }, at(accountId))
    await reloadBilling(accountId)
  },
  async order(body: OrderToPlace) {
    return (await api.call(initPayment, { body }, at(accountId))).message
  },
  async complete(orderId: OrderId, cancel: boolean) {
    const { message } = await api.call(completePayment, { body: { orderId, cancel } }, at(accountId))
    await reloadBilling(accountId)
    return message
  },
  async choose(plan: string) {
    await api.call(choosePlan, { body: { plan } }, at(accountId))
    await reloadBilling(accountId)
  },
})

/** Saves the receipt of an order. */
export async function saveReceipt(accountId: AccountId, orderId: OrderId, number: string): Promise<void> {
  const reply = await api.stream(getReceipt, { query: { orderId } }, at(accountId))
  saveAs(await reply.blob(), `${number}.pdf`)
}
