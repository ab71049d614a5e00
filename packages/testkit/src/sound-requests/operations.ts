import { mintId } from '@atrium/contract'
import { password, unknownEmail, wrongProof } from './parts.ts'
import type { RequestParts, SoundRequests } from './sound-request.ts'

/** A server that doesn't exist: nothing listens at this address. */
const mailServer = {
  host: '127.0.0.1',
  port: 9,
  security: 'starttls',
  username: '',
  from: 'atrium@example.com',
}

/** System administrators name accounts that they are not in; this one doesn't exist, so that nothing changes. */
const ofNoAccount = (): RequestParts => ({ params: { id: mintId('account') } })

export const operationsRequests = {
  changeSystemSettings: [{ make: () => ({ body: { setup: { steps: { team: 'skipped' } } } }) }],
  testMail: [{ make: () => ({ body: mailServer }) }],
  testWebSearch: [{ make: () => ({ body: { kind: 'searxng' as const, baseUrl: 'http://127.0.0.1:9' } }) }],
  listSystemAccounts: [{ make: () => ({ query: { search: 'team' } }) }],
  unsubscribe: [{ make: () => ({ query: { token: 'none' } }), comesTo: 'NOT_FOUND' }],
  getMailPreferences: [{ make: () => ({ query: { token: 'none' } }), comesTo: 'NOT_FOUND' }],
  changeMailPreferences: [
    {
      make: () => ({ query: { token: 'none' }, body: { emailFrequency: 'DAILY' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  receiveMailEvents: [
    {
      make: () => ({ body: { events: [{ type: 'bounce', address: 'kim@example.com' }] } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  changeOwnPush: [
    {
      make: () => ({
        body: {
          subscription: {
            endpoint: 'https://push.example/send/1',
            // The base point of the curve.
            keys: {
              p256dh:
                'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
              auth: 'AAAAAAAAAAAAAAAAAAAAAA',
            },
          },
          kinds: ['mention' as const],
        },
      }),
    },
  ],
  stopMailTo: [{ make: () => ({ body: { address: unknownEmail() } }) }],
  resumeMailTo: [{ make: () => ({ body: { address: unknownEmail() } }), comesTo: 'NOT_FOUND' }],
  joinWaitingList: [{ make: () => ({ body: { email: unknownEmail() } }), comesTo: 'NOT_FOUND' }],
  inviteWaitingPerson: [{ make: () => ({ body: { email: unknownEmail() } }), comesTo: 'NOT_FOUND' }],
  removeWaitingPerson: [{ make: () => ({ body: { email: unknownEmail() } }), comesTo: 'NOT_FOUND' }],
  listPeople: [{ make: () => ({ query: { search: 'kim' } }) }],
  changeSystemAdmin: [
    {
      make: () => ({
        params: { userId: mintId('user') },
        body: { isSystemAdmin: true, proof: { password } },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  endPersonSessions: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  suspendPerson: [
    {
      make: () => ({ params: { userId: mintId('user') }, body: { reason: 'No' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  reinstatePerson: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  deletePerson: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  restorePerson: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  unlockPerson: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  suspendAccount: [{ make: () => ({ ...ofNoAccount(), body: { reason: 'No' } }), comesTo: 'NOT_FOUND' }],
  reinstateAccount: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  deleteSystemAccount: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  restoreSystemAccount: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  endAccountSessions: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  changeAccountPlan: [
    { make: () => ({ ...ofNoAccount(), body: { planName: 'Basic' } }), comesTo: 'NOT_FOUND' },
  ],
  listCreditGrants: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  grantAccountCredits: [
    {
      make: () => ({
        ...ofNoAccount(),
        body: { id: mintId('grant'), credits: 5, frequency: 'once', reason: 'Welcome' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  endMonthlyGrant: [
    { make: () => ({ params: { id: mintId('account'), grantId: mintId('grant') } }), comesTo: 'NOT_FOUND' },
  ],
  getInstallationLogo: [
    { make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' },
  ],
  changeNotices: [{ make: () => ({ body: { downtime: null } }) }],
  forceSignOut: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  uploadNoticePicture: [{ make: () => ({ body: { base64: 'AAAA' } }), comesTo: 'FILE_NOT_SUPPORTED' }],
  getNoticePicture: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],
  claimSetup: [{ make: () => ({ body: { token: 'n'.repeat(32) } }), comesTo: 'SETUP_LINK_NOT_VALID' }],
} satisfies SoundRequests
