import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

/** In a country without rules for postal codes, so that any text can be one. */
const billingDetails = {
  name: 'Tidewater Probes Ltd',
  email: 'billing@tidewater.example',
  line1: '1 Harbour Street',
  city: 'Dubai',
  postalCode: '0150',
  country: 'AE',
}
const orderOf = () => ({
  orderId: mintId('order'),
  kind: 'pack',
  item: 'small',
  currency: 'USD',
  expectedTotal: 1900,
})

/** The test plans sell nothing: billing/payments.test.ts has those that do. */
export const billingRequests = {
  choosePlan: [{ make: () => ({ body: { plan: 'Team' } }), comesTo: 'PAYMENTS_OFF' }],
  changeBillingDetails: [{ make: ({ accountId }) => ({ params: { accountId }, body: { billingDetails } }) }],
  initPayment: [{ make: () => ({ body: orderOf() }), comesTo: 'PAYMENTS_OFF' }],
  completePayment: [{ make: () => ({ body: { orderId: mintId('order') } }), comesTo: 'NOT_FOUND' }],
  verifyPayment: [{ make: () => ({ query: { orderId: mintId('order') } }), comesTo: 'NOT_FOUND' }],
  getReceipt: [{ make: () => ({ query: { orderId: mintId('order') } }), comesTo: 'NOT_FOUND' }],
  receivePaymentEvent: [{ make: () => ({ body: {} }), comesTo: 'PAYMENTS_OFF' }],
} satisfies SoundRequests
