import { countries, Currency, type SubscriptionPlan } from '@atrium/contract'
import { z } from 'zod'

const megabytes = z.int().min(1).max(1_000_000).default(100)
const credits = z.int().min(0).max(1_000_000_000)
const minorUnits = z.int().min(0).max(1_000_000_000_000)

/** A plan as the plans file defines it. */
export const Plan = z.strictObject({
  name: z.string().min(1).max(60),
  description: z.string().max(500).default(''),
  rag_allowed: z.boolean(),
  enable_reports: z.boolean(),
  /** Megabytes of all files of one knowledge base. */
  rag_max_total_input_size: megabytes,
  /** Megabytes of one file. */
  rag_max_file_size: megabytes,
  /** Megabytes of text (UTF-8) in one file, uncompressed. */
  rag_max_text_size: z.int().min(1).max(10_000).default(200),
  /** Passages of one file: searchable pieces of at most 2,000 characters. */
  rag_max_passages: z.int().min(1).max(10_000_000).default(50_000),
  /** Whole credits per month: for the whole team, and for each member. */
  monthly_credits: z.strictObject({ team: credits, member: credits }),
  /** Per month, in cents and paise; omitted for plans that are not sold. */
  price: z.strictObject({ USD: minorUnits, INR: minorUnits }).default({ USD: 0, INR: 0 }),
})
export type Plan = z.infer<typeof Plan>

/** Credits that accounts buy in addition to their plan; they don't expire. */
export const Pack = z.strictObject({
  /** Stable name in orders. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'An id has small letters, digits and hyphens.'),
  name: z.string().min(1).max(60),
  description: z.string().max(500).default(''),
  credits: z.int().min(1).max(1_000_000),
  price: z.strictObject({ USD: minorUnits.min(1), INR: minorUnits.min(1) }),
})
export type Pack = z.infer<typeof Pack>

/** The seller, as shown on receipts. */
export const Seller = z.strictObject({
  name: z.string().min(1).max(120),
  address: z.array(z.string().min(1).max(120)).min(1).max(6),
  country: z.enum(countries as [string, ...string[]]),
  tax_id: z.string().max(40).optional(),
  email: z.email(),
  /** Prefix of receipt numbers, such as ATR in ATR-2026-000001. */
  receipt_prefix: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/, 'A prefix has up to 10 capital letters and digits.')
    .default('R'),
})
export type Seller = z.infer<typeof Seller>

const TaxRule = z.strictObject({
  /** The buyer's country. */
  country: z.enum(countries as [string, ...string[]]),
  name: z.string().min(1).max(40),
  percent: z.number().min(0).max(100).multipleOf(0.01),
})

/** Products for sale, and how people pay for them. */
const shopFields = {
  /** `sandbox` moves no money: a stand-in for Stripe takes the payments. */
  payments: z.enum(['off', 'stripe', 'sandbox']).default('off'),
  seller: Seller.optional(),
  currencies: z.array(Currency).min(1).max(2).default(['USD', 'INR']),
  taxes: z.array(TaxRule).default([]),
  packs: z.array(Pack).max(50).default([]),
}

/** The whole file: the plans in display order, and the default plan of new accounts. */
export const PlansFile = z
  .strictObject({
    default: z.string(),
    /** How many accounts on the default plan with monthly credits one person may open. */
    accounts_with_grant: z.int().min(0).max(1000).default(1),
    ...shopFields,
    plans: z.array(Plan).min(1),
  })
  .superRefine(({ default: fallback, plans, payments, seller, packs, taxes, currencies }, context) => {
    const issue = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (payments !== 'off' && seller === undefined)
      issue(['payments'], 'Payments need a seller, whose name and address the receipts show.')
    packs.forEach(({ id }, index) => {
      if (packs.findIndex((other) => other.id === id) < index)
        issue(['packs', index, 'id'], `There are two packs with the id ${id}.`)
    })
    taxes.forEach(({ country }, index) => {
      if (taxes.findIndex((other) => other.country === country) < index)
        issue(['taxes', index, 'country'], `There are two taxes for ${country}.`)
    })
    if (new Set(currencies).size < currencies.length) issue(['currencies'], 'A currency is listed twice.')
    const first = plans.find(({ name }) => name === fallback)
    if (payments !== 'off' && first && (first.price.USD > 0 || first.price.INR > 0))
      issue(['default'], `New accounts get the plan ${fallback}, so it has to be free.`)
    plans.forEach((plan, index) => {
      if (plans.findIndex((other) => other.name === plan.name) < index)
        context.addIssue({
          code: 'custom',
          path: ['plans', index, 'name'],
          message: `There are two plans called ${plan.name}.`,
        })
      if (plan.rag_max_file_size > plan.rag_max_total_input_size)
        context.addIssue({
          code: 'custom',
          path: ['plans', index, 'rag_max_file_size'],
          message: 'One file cannot be larger than all files together (rag_max_total_input_size).',
        })
    })
    if (!plans.some((plan) => plan.name === fallback))
      context.addIssue({ code: 'custom', path: ['default'], message: `There is no plan called ${fallback}.` })
  })

/** The settings of the plans file for sales. */
export type ShopSettings = Pick<z.infer<typeof PlansFile>, keyof typeof shopFields>

/** The part of an account's plan that the interface gets. */
export const presentPlan = (plan: Plan): SubscriptionPlan => ({
  name: plan.name,
  rag_allowed: plan.rag_allowed,
  enable_reports: plan.enable_reports,
  rag_max_total_input_size: plan.rag_max_total_input_size,
  rag_max_file_size: plan.rag_max_file_size,
})
