import type { AccountId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'

export const firstStepsKey = (accountId: AccountId) => ['first-steps', accountId] as const

/** Loads the first steps again after one of them may have happened. */
export const reloadFirstSteps = (accountId: AccountId): void =>
  void queryClient.invalidateQueries({ queryKey: firstStepsKey(accountId) })
