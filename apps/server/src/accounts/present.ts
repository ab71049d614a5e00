import type { Account } from '@atrium/contract'
import { presentPlan } from './plan.ts'
import type { AccountRow } from './queries.ts'
import type { Plans } from './read-plans.ts'

/** An account as the interface knows it. `mainApiUrl` is where browsers reach the main API, without a slash at its end. */
export const presentAccount = (
  row: AccountRow,
  { plans, mainApiUrl }: { plans: Plans; mainApiUrl: string },
): Account => ({
  id: row.id,
  name: row.name,
  logoUrl: row.logoFilename && `${mainApiUrl}/files/logo/${row.logoFilename}`,
  subscriptionPlan: presentPlan(plans.named(row.planName)),
  role: { name: row.role },
  memberCount: row.memberCount,
})
