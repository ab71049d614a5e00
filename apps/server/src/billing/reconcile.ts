import { inSystem } from '../platform/database/index.ts'
import { newestEvent, overdueEvents, processStoredEvent, storeEvent } from './events.ts'
import type { PaymentPorts } from './ports.ts'
import { openOrders } from './queries.ts'
import { syncOrder } from './sync-order.ts'

/** Orders younger than this are left to their buyer's return and to webhooks, in milliseconds. */
const graceMs = 2 * 60_000
/** Lost events are searched from this long before the newest received one. */
const overlapMs = 24 * 60 * 60_000
/** Stripe lists events of the last 30 days. */
const maxEventAgeMs = 29 * 24 * 60 * 60_000

/**
 * Makes up for lost webhooks: asks the provider for every unfinished order, and for the events since the newest known one. Logs an
 * order that fails and continues with the others.
 */
export async function reconcile(ports: PaymentPorts, { ageMs = graceMs } = {}): Promise<void> {
  const { database, provider, now, log } = ports
  const open = await inSystem(database, (trx) => openOrders(trx, new Date(now().getTime() - ageMs)))
  for (const order of open)
    await syncOrder(ports, order).catch((error: unknown) =>
      log.warn(
        { event: 'payment.sync_failed', orderId: order.orderId, err: error },
        'Could not read the state of a payment; retrying',
      ),
    )
  const newest = await inSystem(database, newestEvent)
  const oldest = now().getTime() - maxEventAgeMs
  const since = Math.max(oldest, Math.min(now().getTime(), newest?.getTime() ?? oldest) - overlapMs)
  for (const event of await provider.eventsSince(new Date(since))) await storeEvent(ports, event)
  for (const eventId of await inSystem(database, overdueEvents)) await processStoredEvent(ports, eventId)
}
