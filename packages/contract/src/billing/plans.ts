import { z } from 'zod'
import { SubscriptionPlan } from '../accounts/accounts.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { UserId, RoomId } from '../ids.ts'
import { Line } from '../text/text.ts'
import { Amounts, Currency, Prices, Tax } from './money.ts'

/** How the installation takes payments, for an account. */
export const Shop = z.strictObject({
  /** `off`: system administrators grant plans and credits; nothing is for sale. */
  payments: z.enum(['off', 'on']),
  /** Whether payments go to the built-in stand-in, which moves no money. */
  isSandbox: z.boolean(),
  /** The first is the default. */
  currencies: z.array(Currency),
  /** The tax for the account's country; null when there is none, or no country yet. */
  tax: Tax.nullable(),
  hasBillingDetails: z.boolean(),
})
export type Shop = z.infer<typeof Shop>

export const OfferedPlan = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** Whole credits per month. */
  monthlyCredits: z.strictObject({ team: z.int(), member: z.int() }),
  features: SubscriptionPlan,
  /** Per month, minor units before tax; null while payments are off. */
  price: Prices.nullable(),
  isCurrent: z.boolean(),
})
export type OfferedPlan = z.infer<typeof OfferedPlan>

export const OfferedPack = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Whole credits; they don't expire. */
  credits: z.int(),
  /** Minor units before tax. */
  price: Prices,
})
export type OfferedPack = z.infer<typeof OfferedPack>

export const Subscription = z.strictObject({
  planName: z.string(),
  currency: Currency,
  /** Per month, minor units before tax: as bought, whatever the plan costs today. */
  price: z.int(),
  /** UTC days of the paid period; `until` is the day it renews or ends. */
  from: z.iso.date(),
  until: z.iso.date(),
  /** The plan after `until`: the same one when it renews. */
  nextPlanName: z.string(),
  /** Whether the last automatic payment failed; the plan ends unless a retry succeeds. */
  isPastDue: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const Consumer = z.strictObject({
  /** Null for usage outside of rooms. */
  id: z.union([UserId, RoomId]).nullable(),
  /** Null for usage outside of rooms, and for rooms that are gone or that the reader may not see. An erased member is 'Deleted user'. */
  name: z.string().nullable(),
  credits: z.number(),
})
export type Consumer = z.infer<typeof Consumer>

export const PlanDetails = z.strictObject({
  shop: Shop,
  plan: OfferedPlan,
  subscription: Subscription.nullable(),
  /** UTC days of the current period of credits: from (inclusive) to the day that new credits come. */
  period: z.strictObject({ from: z.iso.date(), until: z.iso.date() }),
  credits: z.strictObject({
    /** The plan's credits of this period. */
    granted: z.number(),
    used: z.number(),
    /** All credits left, with packs and grants. Below zero after a refund of credits that were used. */
    left: z.number(),
  }),
  /** Usage of the period, highest first; null when the plan doesn't include reports. */
  byMember: z.array(Consumer).nullable(),
  byRoom: z.array(Consumer).nullable(),
})
export type PlanDetails = z.infer<typeof PlanDetails>

/** A preview of what choosing a plan leads to. */
export const PlanQuote = z.strictObject({
  planName: z.string(),
  /** `now`: after payment. `at-period-end`: without payment, when the paid period ends. */
  takesEffect: z.enum(['now', 'at-period-end']),
  /** UTC day. */
  effectiveOn: z.iso.date(),
  /** Minor units: the plan's price for a month. */
  price: z.int(),
  /** Minor units: the unused part of the current period, which is deducted. */
  credit: z.int(),
  /** Due now; null when nothing is. */
  due: Amounts.nullable(),
  /** UTC day of the following payment; null when the plan is free. */
  renewsOn: z.iso.date().nullable(),
})
export type PlanQuote = z.infer<typeof PlanQuote>

export const PlanChoice = z.strictObject({
  currentPlan: z.string(),
  /** The plan that the account has from the next period on. */
  nextPlan: z.string(),
  quote: PlanQuote.nullable(),
})
export type PlanChoice = z.infer<typeof PlanChoice>

const errors = ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'] as const

export const listPlans = endpoint({
  name: 'listPlans',
  host: 'main',
  method: 'GET',
  path: '/user/plans',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Lists the plans in the order of the plans file, and the account's own if the file no longer has it.",
  reply: { json: messageReply(z.strictObject({ shop: Shop, plans: z.array(OfferedPlan) })) },
  errors,
})
export const listTopUps = endpoint({
  name: 'listTopUps',
  host: 'main',
  method: 'GET',
  path: '/user/topups',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Lists the top-up packs of credits; none while payments are off.',
  reply: { json: messageReply(z.strictObject({ shop: Shop, packs: z.array(OfferedPack) })) },
  errors,
})
export const getPlanDetails = endpoint({
  name: 'getPlanDetails',
  host: 'main',
  method: 'GET',
  path: '/user/plan-details',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Returns the account's plan, its period, and the credits used in it by member and room.",
  reply: { json: messageReply(PlanDetails) },
  errors,
})
export const getPlanChoice = endpoint({
  name: 'getPlanChoice',
  host: 'main',
  method: 'GET',
  path: '/user/subscription/choice',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Returns the current and the next plan; with `plan`, also what choosing it would cost now and when it would take effect.',
  query: z.strictObject({ plan: Line(60).optional(), currency: Currency.optional() }),
  reply: { json: messageReply(PlanChoice) },
  errors: [...errors, 'PAYMENTS_OFF', 'BILLING_DETAILS_REQUIRED'],
})
export const choosePlan = endpoint({
  name: 'choosePlan',
  host: 'main',
  method: 'POST',
  path: '/user/subscription/choice',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Chooses the plan for after the paid period: a smaller or free one, or the current one to keep it. A plan that is due for payment now is bought with `/payment/init-payment`.',
  body: z.strictObject({ plan: Line(60) }),
  reply: { json: messageReply(PlanChoice) },
  errors: [...errors, 'PAYMENTS_OFF', 'PAYMENT_REQUIRED'],
  idempotency: 'ids',
})
export const planEndpoints = { listPlans, listTopUps, getPlanDetails, getPlanChoice, choosePlan }
