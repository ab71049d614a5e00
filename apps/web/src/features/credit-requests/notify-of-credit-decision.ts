import type { AccountId } from '@atrium/contract'
import { queryClient } from '../../lib/query-client.ts'
import { storedCreditRequest } from './stored-request.ts'

/** Reloads requests for credits and, when the user waits for a decision in this account, shows it once it is made. */
export function notifyOfCreditDecision(accountId: AccountId): void {
  void queryClient.invalidateQueries({ queryKey: ['credit-requests'] })
  if (storedCreditRequest.read() === accountId)
    void import('./show-decision.ts').then(({ showDecision }) => showDecision(accountId))
}
