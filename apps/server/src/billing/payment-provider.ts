import type { AccountId, Currency, OrderId } from '@atrium/contract'
import Stripe from 'stripe'
import type { Secret } from '../platform/config/secret.ts'
import { fail, Failure } from '../platform/failure.ts'
import type { Dispute } from './tables.ts'

const timeoutMs = 15_000
/** Maximum age of a webhook's signature, in seconds. */
const signatureSeconds = 300

/** A payment as the provider knows it. */
export type PaymentState = {
  /** `unknown`: the provider has no such checkout. */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'unknown'
  /** Minor units. */
  total: number
  currency: string
  orderId: string | null
  paymentId: string | null
  customerId: string | null
  paymentMethodId: string | null
  /** Minor units paid back. */
  refunded: number
  dispute: Dispute
}

export type PaymentEvent = {
  id: string
  type: string
  happenedAt: Date
  orderId: string | null
  paymentId: string | null
}

export type Checkout = {
  orderId: OrderId
  accountId: AccountId
  itemName: string
  currency: Currency
  /** Minor units, with tax. */
  total: number
  email: string
  /** Whether later months are charged to the same card. */
  isRecurring: boolean
  /** When the page closes: half an hour to a day from now. */
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** Stripe's API, or the sandbox that speaks it. Every call fails with PAYMENT_PROVIDER_UNAVAILABLE when there is no answer. */
export type PaymentProvider = ReturnType<typeof createStripeProvider>

export type PaymentSettings = {
  key: Secret
  webhookSecret: Secret
  /** The sandbox's address; Stripe's when omitted. */
  address?: string | undefined
}

export function createStripeProvider({ key, webhookSecret, address }: PaymentSettings) {
  const at = address === undefined ? undefined : new URL(address)
  const stripe = new Stripe(key.reveal(), {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: 'http' as const }),
  })
  const called = async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      return await call
    } catch (error) {
      if (isNoAnswer(error)) throw new Failure('PAYMENT_PROVIDER_UNAVAILABLE', { cause: error })
      throw error
    }
  }

  const stateOfPayment = async (payment: Stripe.PaymentIntent): Promise<PaymentState> => {
    const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
    const disputes = charge?.disputed
      ? await called(stripe.disputes.list({ payment_intent: payment.id, limit: 10 }))
      : null
    return {
      status:
        payment.status === 'succeeded'
          ? 'paid'
          : payment.status === 'processing'
            ? 'processing'
            : payment.status === 'canceled'
              ? 'failed'
              : 'open',
      total: payment.amount,
      currency: payment.currency.toUpperCase(),
      orderId: payment.metadata['order_id'] ?? null,
      paymentId: payment.id,
      customerId: idOf(payment.customer),
      paymentMethodId: idOf(payment.payment_method),
      refunded: charge?.amount_refunded ?? 0,
      dispute: disputeOf(disputes?.data ?? []),
    }
  }

  return {
    /** Opens a checkout page; the same order gets the same page again. */
    async openCheckout(checkout: Checkout): Promise<{ checkoutId: string; url: string }> {
      const { orderId, accountId, currency, total, isRecurring } = checkout
      const metadata = { order_id: orderId, account_id: accountId }
      const session = await called(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: orderId,
            customer_email: checkout.email,
            metadata,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: total,
                  product_data: { name: checkout.itemName },
                },
              },
            ],
            payment_intent_data: {
              metadata,
              ...(isRecurring && { setup_future_usage: 'off_session' as const }),
            },
            ...(isRecurring && { customer_creation: 'always' as const }),
            success_url: checkout.successUrl,
            cancel_url: checkout.cancelUrl,
            expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
          },
          { idempotencyKey: `checkout-${orderId}` },
        ),
      )
      if (session.url === null) throw new Error(`The checkout ${session.id} has no page.`)
      return { checkoutId: session.id, url: session.url }
    },

    /** Charges the saved card of a subscription, with nobody present. */
    async chargeSaved(charge: {
      orderId: OrderId
      accountId: AccountId
      currency: Currency
      total: number
      customerId: string
      paymentMethodId: string
    }): Promise<PaymentState> {
      const { orderId, accountId, currency, total } = charge
      try {
        const payment = await called(
          stripe.paymentIntents.create(
            {
              amount: total,
              currency: currency.toLowerCase(),
              customer: charge.customerId,
              payment_method: charge.paymentMethodId,
              off_session: true,
              confirm: true,
              metadata: { order_id: orderId, account_id: accountId },
              expand: ['latest_charge'],
            },
            { idempotencyKey: `renewal-${orderId}` },
          ),
        )
        return await stateOfPayment(payment)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
        return {
          ...unpaid('failed', orderId),
          paymentId: error.payment_intent?.id ?? null,
          total,
          currency,
        }
      }
    },

    /** Closes an unpaid checkout page. The state afterwards, which is `paid` if the payment was faster. */
    async cancel(checkoutId: string): Promise<void> {
      try {
        await called(stripe.checkout.sessions.expire(checkoutId))
      } catch (error) {
        // It is complete, expired or unknown: its state says which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    async stateOfCheckout(checkoutId: string): Promise<PaymentState> {
      try {
        const session = await called(
          stripe.checkout.sessions.retrieve(checkoutId, { expand: ['payment_intent.latest_charge'] }),
        )
        const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null
        const orderId = session.metadata?.['order_id'] ?? session.client_reference_id
        if (payment && session.payment_status === 'paid') return await stateOfPayment(payment)
        if (session.status === 'expired') return unpaid('expired', orderId)
        if (session.status === 'complete') {
          const state = payment && (await stateOfPayment(payment))
          // A delayed payment that was refused asks for another method; its checkout stays complete.
          if (state) return { ...state, status: state.status === 'open' ? 'failed' : state.status }
          return unpaid('processing', orderId)
        }
        return unpaid('open', orderId)
      } catch (error) {
        if (isMissing(error)) return unpaid('unknown', null)
        throw error
      }
    },

    async stateOfPayment(paymentId: string): Promise<PaymentState> {
      try {
        return await stateOfPayment(
          await called(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })),
        )
      } catch (error) {
        if (isMissing(error)) return unpaid('unknown', null)
        throw error
      }
    },

    /** Events since a moment, in no order: for those whose webhook was lost. */
    async eventsSince(since: Date): Promise<PaymentEvent[]> {
      const found: PaymentEvent[] = []
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const event of stripe.events.list({ created, limit: 100, types: [...eventTypes] }))
        found.push(eventOf(event))
      return found
    },

    /** Reads a webhook; throws PAYMENT_EVENT_REFUSED unless its bytes have a fresh signature. */
    async readEvent(body: Buffer, signature: string): Promise<PaymentEvent> {
      try {
        return eventOf(
          await stripe.webhooks.constructEventAsync(
            body,
            signature,
            webhookSecret.reveal(),
            signatureSeconds,
          ),
        )
      } catch {
        return fail('PAYMENT_EVENT_REFUSED')
      }
    },
  }
}

/** The events that change an order. */
const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

function eventOf({ id, type, created, data }: Stripe.Event): PaymentEvent {
  const object = data.object as unknown as {
    id?: string
    object?: string
    metadata?: Record<string, string> | null
    client_reference_id?: string | null
    payment_intent?: string | { id: string } | null
  }
  return {
    id,
    type,
    happenedAt: new Date(created * 1000),
    orderId: object.metadata?.['order_id'] ?? object.client_reference_id ?? null,
    paymentId: object.object === 'payment_intent' ? (object.id ?? null) : idOf(object.payment_intent ?? null),
  }
}

const unpaid = (status: PaymentState['status'], orderId: string | null): PaymentState => ({
  status,
  total: 0,
  currency: '',
  orderId,
  paymentId: null,
  customerId: null,
  paymentMethodId: null,
  refunded: 0,
  dispute: 'none',
})

const idOf = (object: string | { id: string } | null) =>
  typeof object === 'string' ? object : (object?.id ?? null)

function disputeOf(disputes: readonly Stripe.Dispute[]): Dispute {
  if (disputes.length === 0) return 'none'
  if (disputes.some(({ status }) => status === 'lost')) return 'lost'
  const closed = ['won', 'warning_closed', 'prevented']
  return disputes.every(({ status }) => closed.includes(status)) ? 'won' : 'open'
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

const isNoAnswer = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError
