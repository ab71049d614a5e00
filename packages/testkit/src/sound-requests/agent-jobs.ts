import { nothing } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofJob = ({ invocationId }: Things): RequestParts => ({ params: { invocationId } })

export const agentJobsRequests = {
  listInvocations: [
    { make: ({ invocationId }) => ({ query: { agent_invocation_id: `${invocationId},nobody` } }) },
  ],
  listAgentJobs: [
    { make: nothing },
    {
      about: 'of the account',
      make: () => ({ query: { scope: 'account' } }),
      comesTo: (principal) => (Object.values(principal.roles).includes('member') ? 'FORBIDDEN' : 'ok'),
    },
  ],
  readAgentJob: [{ make: ofJob, thing: 'chat' }],
  // The job has ended.
  continueAgentJob: [
    { make: (things) => ({ ...ofJob(things), body: {} }), thing: 'chat', comesTo: 'CONFLICT' },
  ],
  cancelAgentJob: [{ make: ofJob, thing: 'chat' }],
} satisfies SoundRequests
