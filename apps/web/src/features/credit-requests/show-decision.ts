import type { AccountId } from '@atrium/contract'
import { translate } from '../../lib/translate.ts'
import { loadPhrases } from '../../lib/phrases.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { ownRequestQuery } from './queries.ts'
import { storedCreditRequest } from './stored-request.ts'

/** Reports the decision of the user's credit request once. */
export async function showDecision(accountId: AccountId): Promise<void> {
  const request = await queryClient.fetchQuery({ ...ownRequestQuery(accountId), staleTime: 0 })
  if (request?.state === 'open' || storedCreditRequest.read() !== accountId) return
  storedCreditRequest.remove()
  await loadPhrases('members')
  if (request?.state === 'approved')
    await showToast(
      translate(
        request.frequency === 'monthly' ? 'members:credits.approvedMonthly' : 'members:credits.approved',
        {
          count: request.granted ?? 0,
        },
      ),
      'good',
    )
  if (request?.state === 'refused')
    await showToast(translate('members:credits.refused', { answer: request.answer ?? '' }), 'bad')
}
