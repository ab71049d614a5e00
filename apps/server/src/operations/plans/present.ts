import { type CreditGrant, limits, type SystemAccount, type SystemPlan } from '@atrium/contract'
import { type Plans, presentPlan } from '../../accounts/index.ts'
import type { CreditGrantRow } from '../../credits/index.ts'
import type { AccountRow } from './queries.ts'

const undoMs = limits.systemUndoDays * 24 * 60 * 60_000

export const presentAccount = (row: AccountRow, plans: Plans): SystemAccount => ({
  id: row.id,
  name: row.name,
  planName: plans.named(row.planName).name,
  ownerName: row.ownerName,
  ownerEmail: row.ownerEmail,
  memberCount: row.memberCount,
  createdAt: row.createdAt.toISOString(),
  state: row.deletedAt ? 'deleted' : row.suspendedReason === null ? 'active' : 'suspended',
  suspendedReason: row.suspendedReason,
  erasedAt: row.deletedAt && new Date(row.deletedAt.getTime() + undoMs).toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
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
