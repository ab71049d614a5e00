import { nothing, wrongProof } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

export const usersRequests = {
  changeUser: [
    { about: 'name', make: () => ({ body: { firstName: 'Kim' } }) },
    {
      about: 'recent account',
      make: ({ accountId }) => ({ body: { recent_workspace: accountId } }),
      thing: 'account',
      whenMissing: 'NOT_A_MEMBER',
    },
  ],
  acceptTerms: [{ make: () => ({ body: { confirmedLegalAge: true } }) }],
  getPictureUploadForm: [
    { make: () => ({ params: { filename: 'me.png' }, query: { 'content-type': 'image/png' } }) },
  ],
  getPicture: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],
  getExportLink: [{ make: nothing, comesTo: 'NOT_FOUND' }],
  openExport: [{ make: () => ({ query: { token: 'a.b.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  requestDeletion: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
} satisfies SoundRequests
