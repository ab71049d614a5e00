import { sql } from 'kysely'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import { cancelOutdatedUpgrade } from './cancel-outdated-upgrade.ts'
import type { PaymentEvent } from './payment-provider.ts'
import { findOrder } from './queries.ts'
import { type PaymentPorts, processEvent } from './ports.ts'
import { syncOrder } from './sync-order.ts'

/** Stores an event and enqueues its processing, unless it is stored already. */
export async function storeEvent(
  { database, queue }: Pick<PaymentPorts, 'database' | 'queue'>,
  event: PaymentEvent,
): Promise<void> {
  await inSystem(database, async (trx) => {
    const inserted = await sql`
      insert into payment_event (id, type, happened_at, order_id, payment_id)
      values (${event.id}, ${event.type}, ${event.happenedAt}, ${event.orderId}, ${event.paymentId})
      on conflict (id) do nothing returning id`.execute(trx)
    if (inserted.rows.length > 0) await queue.send(trx, processEvent, { eventId: event.id })
  })
}

/** Brings the event's order up to date. Any number of times and in any order: only the provider's current state counts. */
export async function processStoredEvent(ports: PaymentPorts, eventId: string): Promise<void> {
  const { database, provider, log } = ports
  const event = await inSystem(database, (trx) => waitingEvent(trx, eventId))
  if (event === undefined) return
  const known = await inSystem(database, (trx) => findOrder(trx, event))
  // The order of a payment that is not stored yet is in the payment's own data.
  const ofPayment =
    (known ?? event.paymentId === null) ? null : await provider.stateOfPayment(event.paymentId)
  const found = known ?? (ofPayment && (await inSystem(database, (trx) => findOrder(trx, ofPayment))))
  if (found) {
    await syncOrder(ports, found, { paymentId: event.paymentId })
    await cancelOutdatedUpgrade(ports, found)
  } else {
    // With an order's id, it is a payment that this database has lost, or one of another Atrium that uses the same provider account.
    const orderId = event.orderId ?? ofPayment?.orderId ?? null
    log[orderId === null ? 'info' : 'warn'](
      { event: 'payment.event_of_no_order', eventId, orderId, paymentId: event.paymentId },
      'No order matches a payment event',
    )
  }
  await inSystem(database, (trx) =>
    sql`update payment_event set processed_at = now() where id = ${eventId}`.execute(trx),
  )
}

type StoredEvent = { orderId: string | null; paymentId: string | null }

async function waitingEvent(trx: Transaction, eventId: string): Promise<StoredEvent | undefined> {
  const found = await sql<StoredEvent>`
    select order_id as "orderId", payment_id as "paymentId" from payment_event
    where id = ${eventId} and processed_at is null`.execute(trx)
  return found.rows[0]
}

/** Returns events that should have been processed by now. Needs a system transaction. */
export async function overdueEvents(trx: Transaction): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from payment_event where processed_at is null and received_at < now() - interval '5 minutes'
    order by received_at limit 500`.execute(trx)
  return found.rows.map(({ id }) => id)
}

/** Returns when the newest event happened. Needs a system transaction. */
export async function newestEvent(trx: Transaction): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`select max(happened_at) as at from payment_event`.execute(trx)
  return found.rows[0]?.at ?? null
}
