import { isInProgress, type PaymentTransaction } from '@atrium/contract'
import type { OrderRow } from './queries.ts'

export const presentOrder = (order: OrderRow): PaymentTransaction => ({
  orderId: order.id,
  kind: order.kind,
  itemName: order.itemName,
  credits: order.credits,
  status: order.status,
  amounts: {
    currency: order.currency,
    net: order.netMinor,
    tax: order.taxMinor,
    total: order.netMinor + order.taxMinor,
  },
  tax: order.tax,
  refunded: order.refundedMinor,
  dispute: order.dispute,
  createdAt: order.createdAt.toISOString(),
  completedAt: order.completedAt?.toISOString() ?? null,
  buyerName: order.buyerName,
  receiptNumber: order.receiptNumber,
  isSandbox: order.isSandbox,
  checkoutUrl: isInProgress(order.status) ? order.checkoutUrl : null,
})
