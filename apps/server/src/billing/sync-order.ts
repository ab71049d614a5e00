import { inSystem, retryable } from '../platform/database/index.ts'
import { applyPayment, cancelWithoutCheckout } from './apply-payment.ts'
import { orderOf } from './queries.ts'
import type { OrderKey, PaymentPorts } from './ports.ts'

/**
 * Reads the order's payment from the provider, with no transaction open, and applies it. States only move forward, so concurrent
 * and late calls are harmless. Does nothing for an order that is gone.
 */
export async function syncOrder(
  ports: PaymentPorts,
  { accountId, orderId }: OrderKey,
  { paymentId = null }: { paymentId?: string | null } = {},
): Promise<void> {
  const { database, provider } = ports
  const order = await inSystem(database, (trx) => orderOf(trx, accountId, orderId))
  if (!order) return
  const payment = order.paymentId ?? (order.checkoutId === null ? paymentId : null)
  const state =
    payment !== null
      ? await provider.stateOfPayment(payment)
      : order.checkoutId !== null
        ? await provider.stateOfCheckout(order.checkoutId)
        : null
  const changed = await retryable(() =>
    inSystem(database, (trx) =>
      state === null
        ? cancelWithoutCheckout(trx, ports, { accountId, orderId })
        : applyPayment(trx, ports, { accountId, orderId }, state),
    ),
  )
  if (changed) ports.onChanged(accountId)
}
