import { mintId } from '@atrium/contract'
import { ofAccount } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

export const creditsRequests = {
  setRoomCreditLimit: [
    {
      make: ({ accountId, roomId }) => ({
        params: { id: accountId },
        body: { roomId, monthlyCreditLimit: 1_000_000 },
      }),
    },
  ],
  requestCredits: [
    { make: (things) => ({ ...ofAccount(things), body: { reason: `For the report ${mintId('message')}` } }) },
  ],
  decideCreditRequest: [
    {
      make: ({ accountId }) => ({
        params: { id: accountId, requestId: mintId('request') },
        body: { decision: 'approve', credits: 5 },
      }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: ({ accountId }) => ({
        params: { id: accountId, requestId: mintId('request') },
        body: { decision: 'refuse', answer: 'Not this month.' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  decideSystemCreditRequest: [
    {
      make: () => ({
        params: { requestId: mintId('request') },
        body: { decision: 'approve', credits: 5 },
      }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: () => ({
        params: { requestId: mintId('request') },
        body: { decision: 'refuse', answer: 'Not this month.' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
} satisfies SoundRequests
