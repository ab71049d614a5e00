import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type OwnData, rowsOf } from '../../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['payment_order.user_id'],
  read: async (trx, userId) => ({
    orders: await ordersOf(trx, userId),
  }),
}

/** The orders that they placed, with the billing details as of then and what was paid; amounts in minor units. */
const ordersOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "orderId", kind, item_name as "itemName", credits, currency, net_minor as "netMinor",
        tax_minor as "taxMinor", tax, refunded_minor as "refundedMinor", dispute, status, receipt_number as "receiptNumber",
        buyer as "billingDetails", is_sandbox as "isSandbox", created_at as "createdAt", completed_at as "completedAt"
      from payment_order where user_id = ${userId} order by created_at, id`,
  )
