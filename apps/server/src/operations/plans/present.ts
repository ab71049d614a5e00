import type { CreditGrant, SystemAccount, SystemPlan } from '@atrium/contract'
import { type Plans, presentPlan } from '../../accounts/index.ts'
import type { CreditGrantRow } from '../../credits/index.ts'
import type { AccountRow } from './queries.ts'

export const presentAccount = (row: AccountRow, plans: Plans): SystemAccount => ({
  id: row.id,
  name: row.name,
  planName: plans.named(row.planName).name,
  ownerName: row.ownerName,
  ownerEmail: row.ownerEmail,
  memberCount: row.memberCount,
  createdAt: row.createdAt.toISOString(),
  balance: row.balanceMilli / 1000,
  usedThisMonth: row.usedMilli / 1000,
  monthlyCredits: row.monthMilli / 1000,
  monthlyGrants: row.monthlyGrantsMilli / 1000,
})

export const presentGrant = (row: CreditGrantRow): CreditGrant => ({
  id: row.id,
  credits: row.amountMilli / 1000,
  frequency: row.frequency,
  reason: row.reason,
  grantedAt: row.grantedAt.toISOString(),
  grantedByName: row.grantedByName,
  endedAt: row.endedAt?.toISOString() ?? null,
})

export const presentPlans = (plans: Plans): SystemPlan[] =>
  plans.all.map((plan) => ({
    name: plan.name,
    description: plan.description,
    isDefault: plan === plans.default,
    monthlyCredits: plan.monthly_credits,
    features: presentPlan(plan),
  }))
