import type { SubscriptionPlan } from '@atrium/contract'
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

/** The whole file: the plans in display order, and the default plan of new accounts. */
export const PlansFile = z
  .strictObject({
    default: z.string(),
    /** How many accounts on the default plan with monthly credits one person may open. */
    accounts_with_grant: z.int().min(0).max(1000).default(1),
    plans: z.array(Plan).min(1),
  })
  .superRefine(({ default: fallback, plans }, context) => {
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

/** The part of an account's plan that the interface gets. */
export const presentPlan = (plan: Plan): SubscriptionPlan => ({
  name: plan.name,
  rag_allowed: plan.rag_allowed,
  enable_reports: plan.enable_reports,
  rag_max_total_input_size: plan.rag_max_total_input_size,
  rag_max_file_size: plan.rag_max_file_size,
})
