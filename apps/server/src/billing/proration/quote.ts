import type { Currency, PlanQuote, Tax } from '@atrium/contract'
import { withTax } from '@atrium/contract'
import type { Plan } from '../../accounts/index.ts'
import { type Day, daysBetween, nextMonth } from '../days.ts'

/** The part of a subscription that a change of plan is calculated from. */
export type PaidPeriod = {
  planName: string
  currency: Currency
  /** Minor units a month, before tax. */
  price: number
  /** What of the price is paid and neither refunded nor disputed (`keptPrice`). */
  kept: number
  from: Day
  until: Day
}

/**
 * Returns what choosing a plan costs and when it takes effect; null when there is nothing to choose: the plan is the current one, or free
 * without a subscription to leave. A more expensive plan starts today and deducts what is still paid for the unused days of the current
 * period, in whole minor units rounded down; a cheaper or free one starts when the period ends and costs nothing now.
 */
export function quotePlan({
  plan,
  current,
  currency,
  tax,
  today,
}: {
  plan: Plan
  current: PaidPeriod | null
  /** Without a subscription; a subscription keeps its own. */
  currency: Currency
  tax: Tax | null
  today: Day
}): PlanQuote | null {
  const paidIn = current?.currency ?? currency
  const price = plan.price[paidIn]
  if (current?.planName === plan.name || (current === null && price === 0)) return null
  if (current && price <= current.price)
    return {
      planName: plan.name,
      takesEffect: 'at-period-end',
      effectiveOn: current.until,
      price,
      credit: 0,
      due: null,
      renewsOn: price > 0 ? current.until : null,
    }
  const credit = current ? unusedPart(current, today) : 0
  return {
    planName: plan.name,
    takesEffect: 'now',
    effectiveOn: today,
    price,
    credit,
    due: withTax(paidIn, price - credit, tax),
    renewsOn: nextMonth(today, Number(today.slice(8))),
  }
}

/** What is still paid for the days that are left, today included. */
function unusedPart({ kept, from, until }: PaidPeriod, today: Day): number {
  const left = Math.max(0, Math.min(daysBetween(from, until), daysBetween(today, until)))
  return Math.floor((kept * left) / daysBetween(from, until))
}
