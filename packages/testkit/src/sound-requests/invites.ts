import { mintId } from '@atrium/contract'
import { ofAccount, password, unknownEmail } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

export const invitesRequests = {
  acceptInvite: [{ make: () => ({ body: { inviteId: mintId('invite') } }), comesTo: 'INVITE_NOT_VALID' }],
  declineInvite: [{ make: () => ({ query: { inviteId: mintId('invite') } }), comesTo: 'INVITE_NOT_VALID' }],
  inviteMember: [{ make: (things) => ({ ...ofAccount(things), body: { email: unknownEmail() } }) }],
  inviteMany: [{ make: (things) => ({ ...ofAccount(things), body: { lines: [unknownEmail()] } }) }],
  resendInvite: [
    {
      make: (things) => ({ ...ofAccount(things), body: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  withdrawInvite: [
    {
      make: (things) => ({ ...ofAccount(things), query: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  createInviteLink: [{ make: () => ({ body: {} }) }],
  revokeInviteLink: [{ make: () => ({ params: { linkId: mintId('link') } }), comesTo: 'NOT_FOUND' }],
  dismissEndedInvite: [
    {
      make: (things) => ({ ...ofAccount(things), query: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: (things) => ({ ...ofAccount(things), query: { linkId: mintId('link') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  showInvite: [{ make: () => ({ params: { token: 'A'.repeat(43) } }), comesTo: 'INVITE_NOT_VALID' }],
  signUpByInvite: [
    {
      make: () => ({
        body: {
          token: 'A'.repeat(43),
          password,
          firstName: 'Kim',
          lastName: 'Example',
          confirmedLegalAge: true,
        },
      }),
      comesTo: 'INVITE_NOT_VALID',
    },
  ],
  joinByInvite: [{ make: () => ({ params: { token: 'A'.repeat(43) } }), comesTo: 'INVITE_NOT_VALID' }],
} satisfies SoundRequests
