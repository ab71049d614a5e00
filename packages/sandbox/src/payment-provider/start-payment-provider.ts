import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyReply } from 'fastify'
import { checkoutPage, closedPage, confirmPage, contentSecurityPolicy, operatorPage } from './pages.ts'
import { type FormValue, parseForm } from './parse-form.ts'
import { type Event, Payments } from './payments.ts'
import { sandboxPaymentKey, sandboxWebhookSecret } from './keys.ts'

/** A running stand-in for Stripe's API, checkout page and webhooks. */
export interface PaymentSandbox {
  url: string
  payments: Payments
  /** Sends an event to the webhook, signed; returns the status of the reply. */
  deliver(event: Event, options?: { secret?: string; at?: Date }): Promise<number>
  /** Changes the address of the webhook. */
  sendTo(webhookUrl: string): void
  /** Makes every call fail as an outage would. */
  setDown(isDown: boolean): void
  close(): Promise<void>
}

const attempts = 5

/**
 * Starts the provider on loopback; 0, the default, takes any free port. Sends events to the webhook as they happen, unless
 * `isManual`: then a test delivers them itself.
 */
export async function startPaymentProvider({
  port = 0,
  preferredPort = port,
  webhookUrl,
  isManual = false,
  now = () => new Date(),
}: {
  port?: number
  preferredPort?: number
  webhookUrl?: string
  isManual?: boolean
  now?: () => Date
} = {}): Promise<PaymentSandbox> {
  const app = Fastify({ forceCloseConnections: true })
  const items = new Map<string, string>()
  const replies = new Map<string, { request: string; status: number; body: object }>()
  const stopping = new AbortController()
  let target = webhookUrl
  let isDown = false
  const payments = new Payments(now, (event) => {
    if (!isManual) void deliverWithRetry(event)
  })

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) {
      reply.header('content-security-policy', contentSecurityPolicy).header('cache-control', 'no-store')
      return
    }
    if (isDown) return await reply.code(503).send(problem('api_error', 'The provider is down.'))
    if (request.headers.authorization !== `Bearer ${sandboxPaymentKey}`)
      return await reply.code(401).send(problem('invalid_request_error', 'Invalid API Key provided'))
  })
  // Stripe answers a repeated key with the first reply, and refuses it for another request.
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? replies.get(key) : undefined
    if (!known) return
    if (known.request !== JSON.stringify([request.url, request.body]))
      return await reply
        .code(400)
        .send(problem('idempotency_error', 'This key was used with other parameters.'))
    return await reply.code(known.status).header('idempotent-replayed', 'true').send(known.body)
  })
  const answer = (
    request: { headers: Record<string, unknown>; url: string; body?: unknown },
    reply: FastifyReply,
    body: object,
    status = 200,
  ) => {
    const key = request.headers['idempotency-key']
    // As it is now: later changes of the object are not in a repeated reply.
    if (typeof key === 'string')
      replies.set(key, {
        request: JSON.stringify([request.url, request.body]),
        status,
        body: structuredClone(body),
      })
    return reply.code(status).send(body)
  }

  app.post('/v1/checkout/sessions', (request, reply) => {
    const body = request.body as Record<string, FormValue>
    const line = at(body, 'line_items', '0') as Record<string, FormValue>
    const currency = text(at(line, 'price_data', 'currency'))
    const session = payments.openSession(
      {
        amount_total:
          Number(text(at(line, 'price_data', 'unit_amount'))) * Number(text(line['quantity']) || '1'),
        currency,
        customer_email: text(body['customer_email']) || null,
        client_reference_id: text(body['client_reference_id']) || null,
        metadata: (at(body, 'payment_intent_data', 'metadata') ?? {}) as Record<string, string>,
        success_url: text(body['success_url']),
        cancel_url: text(body['cancel_url']),
        expires_at: Number(text(body['expires_at'])),
      },
      (id) => `${url()}/checkout/${id}`,
    )
    items.set(session.id, text(at(line, 'price_data', 'product_data', 'name')))
    return answer(request, reply, session)
  })
  app.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', ({ params }, reply) => {
    const session = payments.session(params.id)
    if (!session) return reply.code(404).send(missing('checkout.session', params.id))
    return reply.send({ ...session, payment_intent: expanded(session.payment_intent) })
  })
  app.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', ({ params }, reply) => {
    const session = payments.session(params.id)
    if (!session) return reply.code(404).send(missing('checkout.session', params.id))
    if (!payments.expireSession(params.id))
      return reply.code(400).send(problem('invalid_request_error', `This session is ${session.status}.`))
    return reply.send(session)
  })
  app.post('/v1/payment_intents', (request, reply) => {
    const body = request.body as Record<string, FormValue>
    const payment = payments.charge({
      amount: Number(text(body['amount'])),
      currency: text(body['currency']),
      metadata: (body['metadata'] ?? {}) as Record<string, string>,
      customer: text(body['customer']),
      payment_method: text(body['payment_method']),
    })
    if (!payment)
      return answer(
        request,
        reply,
        { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
        402,
      )
    return answer(request, reply, expanded(payment.id) as object)
  })
  app.get<{ Params: { id: string } }>('/v1/payment_intents/:id', ({ params }, reply) => {
    const payment = expanded(params.id)
    return payment ? reply.send(payment) : reply.code(404).send(missing('payment_intent', params.id))
  })
  app.get<{ Querystring: { payment_intent?: string } }>('/v1/disputes', ({ query }, reply) =>
    reply.send(
      listOf(
        '/v1/disputes',
        [...payments.disputes.values()].filter((one) => one.payment_intent === query.payment_intent),
      ),
    ),
  )
  app.get<{ Querystring: Record<string, string> }>('/v1/events', ({ query }, reply) => {
    const newest = payments.events
      .filter(({ created }) => created >= Number(query['created[gte]'] ?? 0))
      .toReversed()
    const from = newest.findIndex(({ id }) => id === query['starting_after']) + 1
    const limit = Number(query['limit'] ?? 10)
    return reply.send({
      ...listOf('/v1/events', newest.slice(from, from + limit)),
      has_more: newest.length > from + limit,
    })
  })

  app.get('/', (_request, reply) => page(reply, operatorPage(payments)))
  app.post('/card', (request, reply) => {
    payments.card = actionOf(request.body) === 'declines' ? 'declines' : 'pays'
    return reply.redirect('/', 303)
  })
  app.post<{ Params: { id: string } }>('/payments/:id', ({ params, body }, reply) => {
    const charge = payments.chargeOf(params.id)
    switch (actionOf(body)) {
      case 'refund':
        payments.refund(params.id)
        break
      case 'half':
        payments.refund(params.id, Math.floor((charge?.amount ?? 0) / 2))
        break
      case 'dispute':
        payments.dispute(params.id)
        break
      case 'won':
      case 'lost':
        payments.closeDispute(params.id, actionOf(body) as 'won' | 'lost')
        break
    }
    return reply.redirect('/', 303)
  })
  app.get<{ Params: { id: string } }>('/checkout/:id', ({ params }, reply) => {
    const session = payments.session(params.id)
    return page(
      reply,
      session?.status === 'open' ? checkoutPage(session, items.get(session.id) ?? '') : closedPage(session),
    )
  })
  app.post<{ Params: { id: string } }>('/checkout/:id', ({ params, body }, reply) => {
    const session = payments.session(params.id)
    if (session?.status !== 'open') return page(reply, closedPage(session))
    switch (actionOf(body)) {
      case 'pay':
        payments.paySession(session.id)
        return reply.redirect(session.success_url, 303)
      case 'confirm':
        return page(reply, confirmPage(session))
      case 'abandon':
        return reply.redirect(session.cancel_url, 303)
      default:
        return page(reply, checkoutPage(session, items.get(session.id) ?? '', { isDeclined: true }))
    }
  })

  const host = '127.0.0.1'
  await app.listen({ port: preferredPort, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || preferredPort === port) throw error
    return app.listen({ port, host })
  })
  const url = () => `http://${host}:${(app.server.address() as AddressInfo).port}`

  function expanded(paymentId: string | null): object | null {
    const payment = payments.payments.get(paymentId ?? '')
    return payment
      ? { ...payment, latest_charge: payments.charges.get(payment.latest_charge ?? '') ?? null }
      : null
  }

  async function deliver(
    event: Event,
    { secret = sandboxWebhookSecret, at: signedAt = now() }: { secret?: string; at?: Date } = {},
  ): Promise<number> {
    if (target === undefined) return 0
    const body = JSON.stringify(event)
    const reply = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, secret, signedAt),
      },
      body,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(5000)]),
    })
    await reply.body?.cancel()
    return reply.status
  }

  /** Tries again for some seconds, as Stripe does for days. */
  async function deliverWithRetry(event: Event): Promise<void> {
    for (let attempt = 0; attempt < attempts && !stopping.signal.aborted; attempt += 1) {
      const status = await deliver(event).catch(() => 0)
      if (status >= 200 && status < 300) return
      await delay(500 * 2 ** attempt, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    url: url(),
    payments,
    deliver,
    sendTo: (webhook) => void (target = webhook),
    setDown: (down) => void (isDown = down),
    async close() {
      stopping.abort()
      await app.close()
    },
  }
}

/** Stripe's header: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`. */
function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const text = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '')
const at = (
  value: FormValue | Record<string, FormValue> | undefined,
  ...keys: string[]
): FormValue | undefined =>
  keys.reduce<FormValue | undefined>(
    (inner, key) => (typeof inner === 'object' ? (inner as Record<string, FormValue>)[key] : undefined),
    value as FormValue,
  )
const actionOf = (body: unknown) => text((body as Record<string, FormValue> | undefined)?.['action'])
const page = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html)
const problem = (type: string, message: string) => ({ error: { type, message } })
const missing = (what: string, id: string) => ({
  error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` },
})
const listOf = (url: string, data: object[]) => ({ object: 'list', url, data, has_more: false })
