import type { AccountId } from '@atrium/contract'

export const agentJobKeys = (accountId: AccountId) => ['agent-jobs', accountId] as const
