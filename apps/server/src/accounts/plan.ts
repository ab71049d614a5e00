import type { SubscriptionPlan } from '@atrium/contract'
import { z } from 'zod'

const megabytes = z.int().min(1).max(1_000_000).default(100)
const credits = z.int().min(0).max(1_000_000_000)
const minorUnits = z.int().min(0).max(1_000_000_000_000)

/** One plan as the plans file tells it. */
export const Plan = z.strictObject({
  name: z.string().min(1).max(60),
  description: z.string().max(500).default(''),
  rag_allowed: z.boolean(),
  enable_reports: z.boolean(),
  /** Megabytes of one knowledge base's files together. */
  rag_max_total_input_size: megabytes,
  /** Megabytes of one file. */
  rag_max_file_size: megabytes,
  /** Whole credits given at the beginning of each month: to the team together, and to each member. */
  monthly_credits: z.strictObject({ team: credits, member: credits }),
  /** Per month, in cents and paise. */
  price: z.strictObject({ USD: minorUnits, INR: minorUnits }),
})
export type Plan = z.infer<typeof Plan>

/** The whole file: the plans in the order in which they are offered, and the name of the one that new accounts get. */
export const PlansFile = z
  .strictObject({ default: z.string(), plans: z.array(Plan).min(1) })
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

/** What the interface learns of an account's plan. */
export const presentPlan = (plan: Plan): SubscriptionPlan => ({
  name: plan.name,
  rag_allowed: plan.rag_allowed,
  enable_reports: plan.enable_reports,
  rag_max_total_input_size: plan.rag_max_total_input_size,
  rag_max_file_size: plan.rag_max_file_size,
})
