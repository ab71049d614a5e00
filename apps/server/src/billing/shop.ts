import type { BillingDetails, OfferedPlan, Shop, Subscription, Tax } from '@atrium/contract'
import { type Plan, type Plans, presentPlan } from '../accounts/index.ts'
import type { SubscriptionRow } from './queries.ts'

/** The tax that the buyer's country adds; null when there is none. */
export function taxFor(plans: Plans, buyer: Pick<BillingDetails, 'country'> | null): Tax | null {
  const rule = plans.shop.taxes.find(({ country }) => country === buyer?.country)
  return rule ? { name: rule.name, basisPoints: Math.round(rule.percent * 100) } : null
}

export const presentShop = (plans: Plans, buyer: BillingDetails | null): Shop => ({
  payments: plans.shop.payments === 'off' ? 'off' : 'on',
  isSandbox: plans.shop.payments === 'sandbox',
  currencies: plans.shop.currencies,
  tax: taxFor(plans, buyer),
  hasBillingDetails: buyer !== null,
})

export const presentOffer = (plan: Plan, plans: Plans, current: Plan): OfferedPlan => ({
  name: plan.name,
  description: plan.description,
  monthlyCredits: plan.monthly_credits,
  features: presentPlan(plan),
  price: plans.shop.payments === 'off' ? null : plan.price,
  isCurrent: plan.name === current.name,
})

/** The plans that can be chosen; the account's own as it was bought, even if the file has changed it since. */
export const offersFor = (plans: Plans, current: Plan): OfferedPlan[] => {
  const offered = plans.all.map((plan) => (plan.name === current.name ? current : plan))
  return [...(offered.includes(current) ? [] : [current]), ...offered].map((plan) =>
    presentOffer(plan, plans, current),
  )
}

export const presentSubscription = (row: SubscriptionRow): Subscription => ({
  planName: row.plan.name,
  currency: row.currency,
  price: row.priceMinor,
  from: row.periodStart,
  until: row.periodEnd,
  nextPlanName: row.nextPlan ?? row.plan.name,
  isPastDue: row.isPastDue,
})
