import type { Dispute } from '../tables.ts'

/** A completed order of a plan, in minor units of one currency. */
export type PaidOrder = {
  /** The plan's price a month, before tax. */
  price: number
  /** What was paid of it, before tax: less than the price where the unused days of the order before were deducted. */
  net: number
  /** Including the tax. */
  total: number
  refunded: number
  dispute: Dispute
}

/**
 * Returns how much of the price of the newest order's month its account has still paid: without what was refunded of it, or is
 * disputed, and without the same share of a deduction whose own order was refunded. In whole minor units, rounded down.
 *
 * @param orders newest first
 */
export function keptPrice(orders: readonly PaidOrder[]): number {
  let kept = 0
  let price = 0
  // A month without a deduction depends on no earlier order.
  const first = orders.findIndex((order) => order.net >= order.price)
  for (const order of orders.slice(0, first === -1 ? undefined : first + 1).toReversed()) {
    const deducted = Math.max(0, order.price - order.net)
    const carried = price === 0 ? deducted : share(deducted, kept, price)
    kept = carried + share(order.net, keptTotal(order), order.total)
    price = order.price
  }
  return kept
}

const keptTotal = ({ total, refunded, dispute }: PaidOrder) =>
  dispute === 'open' || dispute === 'lost' ? 0 : total - refunded

/** `amount · part / whole`, rounded down; exact for any amounts. All of it when the whole is 0. */
const share = (amount: number, part: number, whole: number): number =>
  whole === 0 ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
