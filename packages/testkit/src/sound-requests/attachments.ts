import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

export const attachmentsRequests = {
  getAttachmentForm: [{ make: () => ({ query: { filename: 'tea.webp', 'content-type': 'image/webp' } }) }],
  openDocument: [{ make: () => ({ query: { token: 'a.b.c.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  getAttachmentState: [{ make: () => ({ params: { fileId: mintId('file') } }), comesTo: 'NOT_FOUND' }],
  openAttachment: [{ make: () => ({ params: { fileId: mintId('file') } }), comesTo: 'NOT_FOUND' }],
} satisfies SoundRequests
