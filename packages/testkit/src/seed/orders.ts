import { mintId, type OrderId } from '@atrium/contract'
import { call } from '../api-client.ts'
import type { EventPlace } from './events.ts'

/** An order and when it was placed. */
export interface TimedOrder {
  orderId: OrderId
  at: Date
}

export async function saveBillingDetails({ accountId, apiOf }: EventPlace): Promise<void> {
  await call('changeBillingDetails', await apiOf('amara'), {
    params: { accountId },
    body: {
      billingDetails: {
        name: 'Tidewater Instruments Ltd',
        email: 'accounts@tidewater.example',
        line1: '14 Wharf Road',
        city: 'London',
        postalCode: 'N1 7GR',
        country: 'GB',
      },
    },
  })
}

/** Orders 500 credits in the sandbox, and pays them or gives up. */
export async function orderPack(
  { apiOf, payments, now, orders }: EventPlace,
  person: string,
  { pays }: { pays: boolean },
): Promise<void> {
  const orderId = mintId('order')
  const api = await apiOf(person)
  const { message: order } = await call('initPayment', api, {
    body: { orderId, kind: 'pack', item: 'small', currency: 'USD', expectedTotal: 1900 },
  })
  orders.push({ orderId, at: now() })
  if (pays) payments.payments.paySession(order.checkoutUrl?.split('/').at(-1) ?? '')
  await call('completePayment', api, { body: { orderId, cancel: !pays } })
}
