import { randomBytes } from 'node:crypto'

/** Resources in Stripe's form, reduced to the fields that Atrium reads. Amounts are minor units. */
export type Session = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  customer: string | null
  customer_email: string | null
  client_reference_id: string | null
  metadata: Record<string, string>
  payment_intent: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  created: number
}
export type Payment = {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  status: 'succeeded' | 'requires_payment_method' | 'requires_action' | 'processing' | 'canceled'
  metadata: Record<string, string>
  latest_charge: string | null
  customer: string | null
  payment_method: string | null
  created: number
}
export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  created: number
}
export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
  metadata: Record<string, string>
  created: number
}
export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  livemode: false
  pending_webhooks: number
  request: null
  data: { object: Session | Payment | Charge | Dispute }
}

/** How the next automatic payment with a saved card ends. */
export type CardBehavior = 'pays' | 'declines'

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const seconds = (now: Date) => Math.floor(now.getTime() / 1000)

/** The provider's books: sessions, payments, charges, disputes, and an event for each change. */
export class Payments {
  readonly sessions = new Map<string, Session>()
  readonly payments = new Map<string, Payment>()
  readonly charges = new Map<string, Charge>()
  readonly disputes = new Map<string, Dispute>()
  readonly events: Event[] = []
  card: CardBehavior = 'pays'
  readonly #now: () => Date
  readonly #onEvent: (event: Event) => void

  constructor(now: () => Date, onEvent: (event: Event) => void) {
    this.#now = now
    this.#onEvent = onEvent
  }

  openSession(
    wanted: Omit<
      Session,
      'id' | 'object' | 'url' | 'status' | 'payment_status' | 'customer' | 'payment_intent' | 'created'
    >,
    pageUrl: (id: string) => string,
  ): Session {
    const id = newId('cs_test')
    const session: Session = {
      ...wanted,
      id,
      object: 'checkout.session',
      url: pageUrl(id),
      status: 'open',
      payment_status: 'unpaid',
      customer: null,
      payment_intent: null,
      created: seconds(this.#now()),
    }
    this.sessions.set(id, session)
    return session
  }

  /** Pays an open session; does nothing for a paid or expired one. */
  paySession(id: string): void {
    const session = this.session(id)
    if (session?.status !== 'open') return
    const payment = this.#paid({
      amount: session.amount_total,
      currency: session.currency,
      metadata: session.metadata,
      customer: newId('cus'),
      payment_method: newId('pm'),
    })
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: payment.id,
      customer: payment.customer,
      url: null,
    })
    this.#emit('payment_intent.succeeded', payment)
    this.#emit('checkout.session.completed', session)
  }

  expireSession(id: string): boolean {
    const session = this.session(id)
    if (session?.status !== 'open') return false
    this.#expire(session)
    return true
  }

  /** Returns a session, expired by the clock if its time is over. */
  session(id: string): Session | undefined {
    const session = this.sessions.get(id)
    if (session?.status === 'open' && session.expires_at <= seconds(this.#now())) this.#expire(session)
    return session
  }

  #expire(session: Session): void {
    Object.assign(session, { status: 'expired', url: null })
    this.#emit('checkout.session.expired', session)
  }

  /** Charges a saved card; undefined when it is declined. */
  charge(
    wanted: Pick<Payment, 'amount' | 'currency' | 'metadata' | 'customer' | 'payment_method'>,
  ): Payment | undefined {
    if (this.card === 'declines') return undefined
    const payment = this.#paid(wanted)
    this.#emit('payment_intent.succeeded', payment)
    return payment
  }

  /** Refunds a payment, at most what is left of it. */
  refund(paymentId: string, amount?: number): void {
    const charge = this.chargeOf(paymentId)
    if (!charge) return
    charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + (amount ?? charge.amount))
    charge.refunded = charge.amount_refunded === charge.amount
    this.#emit('charge.refunded', charge)
  }

  /** The buyer's bank disputes the whole payment. */
  dispute(paymentId: string): void {
    const charge = this.chargeOf(paymentId)
    if (!charge || charge.disputed) return
    charge.disputed = true
    const dispute: Dispute = {
      id: newId('dp'),
      object: 'dispute',
      amount: charge.amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: paymentId,
      status: 'needs_response',
      metadata: {},
      created: seconds(this.#now()),
    }
    this.disputes.set(dispute.id, dispute)
    this.#emit('charge.dispute.created', dispute)
  }

  closeDispute(paymentId: string, status: 'won' | 'lost'): void {
    const dispute = [...this.disputes.values()].find((one) => one.payment_intent === paymentId)
    if (dispute?.status !== 'needs_response') return
    dispute.status = status
    this.#emit('charge.dispute.closed', dispute)
  }

  chargeOf(paymentId: string): Charge | undefined {
    return this.charges.get(this.payments.get(paymentId)?.latest_charge ?? '')
  }

  #paid(wanted: Pick<Payment, 'amount' | 'currency' | 'metadata' | 'customer' | 'payment_method'>): Payment {
    const created = seconds(this.#now())
    const payment: Payment = {
      ...wanted,
      id: newId('pi'),
      object: 'payment_intent',
      status: 'succeeded',
      latest_charge: newId('ch'),
      created,
    }
    this.payments.set(payment.id, payment)
    this.charges.set(String(payment.latest_charge), {
      id: String(payment.latest_charge),
      object: 'charge',
      amount: payment.amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      currency: payment.currency,
      payment_intent: payment.id,
      metadata: payment.metadata,
      created,
    })
    return payment
  }

  #emit(type: string, object: Event['data']['object']): void {
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28',
      created: seconds(this.#now()),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object: structuredClone(object) },
    }
    this.events.push(event)
    this.#onEvent(event)
  }
}
