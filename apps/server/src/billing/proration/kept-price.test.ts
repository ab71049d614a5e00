import { expect, test } from 'vitest'
import { keptPrice, type PaidOrder } from './kept-price.ts'

const order = (more: Partial<PaidOrder> = {}): PaidOrder => ({
  price: 4900,
  net: 4900,
  total: 4900,
  refunded: 0,
  dispute: 'none',
  ...more,
})
/** Bought on a day on which 2,450 cents of the order before were deducted. */
const upgrade = (more: Partial<PaidOrder> = {}) => order({ price: 19900, net: 17450, total: 17450, ...more })

test.each<[string, number, PaidOrder[]]>([
  ['nothing without an order', 0, []],
  ['the price', 4900, [order()]],
  ['less what was refunded', 3000, [order({ refunded: 1900 })]],
  ['of a refund with tax, the part before tax', 2450, [order({ total: 5782, refunded: 2891 })]],
  ['nothing while it is disputed', 0, [order({ dispute: 'open' })]],
  ['nothing of a lost dispute', 0, [order({ dispute: 'lost' })]],
  ['the price after a won dispute', 4900, [order({ dispute: 'won' })]],
  ['the price of an upgrade: paid and deducted', 19900, [upgrade(), order()]],
  ['a refund of the upgrade leaves what was deducted', 2450, [upgrade({ refunded: 17450 }), order()]],
  [
    'half the deduction when half of its own order was refunded',
    18675,
    [upgrade(), order({ refunded: 2450 })],
  ],
  ['no deduction when its order is disputed', 17450, [upgrade(), order({ dispute: 'open' })]],
  [
    'months before the one that was upgraded do not count',
    19900,
    [upgrade(), order(), order({ refunded: 4900 })],
  ],
  [
    'two upgrades in one month',
    39900 - 4900,
    [
      order({ price: 39900, net: 29950, total: 29950 }),
      order({ price: 19900, net: 9950, total: 9950, refunded: 9800 }),
      order({ price: 9950, net: 9950, total: 9950 }),
    ],
  ],
  [
    'a price that was paid in full, whatever came before',
    5900,
    [order({ net: 5900, total: 5900 }), order({ refunded: 4900 })],
  ],
])('PLAN-01 what an account has still paid of its month: %s', (_, kept, orders) => {
  expect(keptPrice(orders)).toBe(kept)
})
