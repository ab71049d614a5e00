import { mintId } from '@atrium/contract'
import type { Principal } from '../two-accounts.ts'
import { ofAccount } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

const isOwner = (roles: Principal['roles']) => Object.values(roles).includes('owner')

export const accountsRequests = {
  createAccount: [{ make: () => ({ body: { name: 'Another team' } }) }],
  changeAccount: [{ make: ({ accountId }) => ({ params: { id: accountId }, body: { name: 'A new name' } }) }],
  getLogoUploadForm: [
    {
      make: ({ accountId }) => ({
        params: { id: accountId, filename: 'logo.png' },
        query: { 'content-type': 'image/png' },
      }),
    },
  ],
  getLogo: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],
  changeMember: [
    {
      make: (things) => ({ ...ofAccount(things), body: { userId: mintId('user'), role: 'admin' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removeMember: [
    {
      make: (things) => ({ ...ofAccount(things), query: { userId: mintId('user') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  leaveAccount: [{ make: ofAccount, comesTo: ({ roles }) => (isOwner(roles) ? 'LAST_OWNER' : 'ok') }],
  changeAccountSettings: [{ make: (things) => ({ ...ofAccount(things), body: { chatRetentionDays: 365 } }) }],
  deleteAccount: [{ make: ofAccount, onlyOwner: true }],
  restoreAccount: [{ make: () => ({ body: { accountId: mintId('account') } }), comesTo: 'NOT_FOUND' }],
} satisfies SoundRequests
