import { z } from 'zod'
import { dataReply, endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { OrderId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'
import { Amounts, Currency, Tax } from './money.ts'

export const paymentStatuses = ['COMPLETED', 'INITIATED', 'PENDING', 'CANCELLED', 'FAILED'] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Whether the provider may still complete the payment. */
export const isInProgress = (status: PaymentStatus) => status === 'INITIATED' || status === 'PENDING'

export const transactionGroups = ['all', 'completed', 'non-completed'] as const
export const TransactionGroup = z.enum(transactionGroups)
export type TransactionGroup = z.infer<typeof TransactionGroup>

export const orderKinds = ['pack', 'plan', 'renewal'] as const
export const OrderKind = z.enum(orderKinds)
export type OrderKind = z.infer<typeof OrderKind>

/** An order as bought; later changes of plans and prices don't change it. */
export const PaymentTransaction = z.strictObject({
  orderId: OrderId,
  kind: OrderKind,
  itemName: z.string(),
  /** Credits for the account: of the pack, or of the plan's first month. */
  credits: z.int(),
  status: PaymentStatus,
  amounts: Amounts,
  tax: Tax.nullable(),
  /** Minor units paid back. */
  refunded: z.int(),
  /** A dispute at the buyer's bank: its credits are taken back unless it is won. */
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** Null for automatic renewals. An erased buyer is 'Deleted user'. */
  buyerName: z.string().nullable(),
  /** Null until paid. */
  receiptNumber: z.string().nullable(),
  isSandbox: z.boolean(),
  /** The provider's page, while the payment can be made there. */
  checkoutUrl: z.string().nullable(),
})
export type PaymentTransaction = z.infer<typeof PaymentTransaction>

const errors = ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'] as const
const checkoutErrors = [...errors, 'PAYMENT_PROVIDER_UNAVAILABLE'] as const
const ofOrder = z.strictObject({ orderId: OrderId })

export const initPayment = endpoint({
  name: 'initPayment',
  host: 'main',
  method: 'POST',
  path: '/payment/init-payment',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Places an order and opens the provider's checkout page for it. Sending the same id again returns the same order. Another unfinished order of a plan is cancelled first.",
  body: z.strictObject({
    orderId: OrderId,
    kind: z.enum(['pack', 'plan']),
    /** The pack's id, or the plan's name. */
    item: Line(60),
    currency: Currency,
    /** The total that the buyer was shown, in minor units; a different one is refused with PRICE_CHANGED. */
    expectedTotal: z.int().min(0),
  }),
  reply: { status: 201, json: messageReply(PaymentTransaction) },
  errors: [
    ...checkoutErrors,
    'PAYMENTS_OFF',
    'BILLING_DETAILS_REQUIRED',
    'PRICE_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
    'PLAN_NOT_FOR_SALE',
    'RATE_LIMITED',
  ],
  idempotency: 'ids',
})
export const completePayment = endpoint({
  name: 'completePayment',
  host: 'main',
  method: 'POST',
  path: '/payment/complete-payment',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Brings an order up to date with the provider when the buyer returns; with `cancel`, cancels it if it hasn't been paid.",
  body: z.strictObject({ orderId: OrderId, cancel: z.boolean().default(false) }),
  reply: { json: messageReply(PaymentTransaction) },
  errors: checkoutErrors,
  idempotency: 'ids',
})
export const verifyPayment = endpoint({
  name: 'verifyPayment',
  host: 'main',
  method: 'GET',
  path: '/payment/verify-payment',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Returns an order as it is stored.',
  query: ofOrder,
  reply: { json: messageReply(PaymentTransaction) },
  errors,
})
export const listTransactions = endpoint({
  name: 'listTransactions',
  host: 'main',
  method: 'GET',
  path: '/payment/transactions',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Lists the account's orders, newest first.",
  query: z.strictObject({
    status: TransactionGroup.default('all'),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.auditPageSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(PaymentTransaction) },
  errors,
})
export const getReceipt = endpoint({
  name: 'getReceipt',
  host: 'main',
  method: 'GET',
  path: '/payment/receipt',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Returns the receipt of a paid order as a PDF.',
  query: ofOrder,
  reply: { other: ['application/pdf'] },
  errors,
})
export const receivePaymentEvent = endpoint({
  name: 'receivePaymentEvent',
  host: 'main',
  method: 'POST',
  path: '/payment/webhook',
  caller: 'anyone',
  summary:
    "Receives the payment provider's events: stores an event with a valid signature of the last five minutes, and replies before processing it.",
  signedBody: true,
  body: z.looseObject({}),
  reply: { json: dataReply(z.strictObject({ received: z.literal(true) })) },
  errors: ['PAYMENT_EVENT_REFUSED', 'PAYMENTS_OFF'],
})
export const paymentEndpoints = {
  initPayment,
  completePayment,
  verifyPayment,
  listTransactions,
  getReceipt,
  receivePaymentEvent,
}
