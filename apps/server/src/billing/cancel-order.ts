import { isInProgress } from '@atrium/contract'
import { inSystem } from '../platform/database/index.ts'
import { orderOf } from './queries.ts'
import type { OrderKey, PaymentPorts } from './ports.ts'
import { cancelWithoutCheckout } from './apply-payment.ts'
import { syncOrder } from './sync-order.ts'

/** Closes an order's checkout page and reads the result: a payment that was faster still counts. */
export async function cancelOrder(ports: PaymentPorts, { accountId, orderId }: OrderKey): Promise<void> {
  const { database, provider } = ports
  const order = await inSystem(database, (trx) => orderOf(trx, accountId, orderId))
  if (!order || !isInProgress(order.status)) return
  if (order.checkoutId === null && order.paymentId === null) {
    await inSystem(database, (trx) =>
      cancelWithoutCheckout(trx, ports, { accountId, orderId }, { isAbandoned: true }),
    )
    return
  }
  if (order.checkoutId !== null) await provider.cancel(order.checkoutId)
  await syncOrder(ports, { accountId, orderId })
}
