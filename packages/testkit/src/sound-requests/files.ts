import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

/** A form with an invalid signature. */
function forgedForm(): FormData {
  const form = new FormData()
  form.set('key', 'logos/0123456789abcdef0123456789abcdef.png')
  form.set('policy', 'e30=')
  form.set('x-amz-signature', '00')
  form.set('file', new Blob(['\x89PNG']), 'logo.png')
  return form
}

export const filesRequests = {
  uploadFile: [{ make: () => ({ body: forgedForm() }), comesTo: 'UPLOAD_REFUSED' }],
  getUploadForm: [
    {
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        query: { filename: `${mintId('message')}.txt`, 'content-type': 'text/plain', size: '12' },
      }),
    },
    {
      about: 'for a base',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        query: { filename: 'tea.txt', size: '12', for: 'base' },
      }),
    },
    {
      about: 'for a base of the account',
      make: () => ({ query: { filename: 'tea.txt', size: '12', for: 'base' } }),
      thing: 'account',
      ofAccount: 'edit',
    },
  ],
  getFileLink: [{ make: ({ fileId }) => ({ query: { file_id: fileId } }) }],
  openFile: [{ make: () => ({ query: { token: 'a.b.c.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  findInFile: [{ make: ({ fileId }) => ({ params: { fileId }, query: { words: 'tea' } }) }],
  retryFile: [
    {
      make: ({ fileId }) => ({ params: { fileId } }),
      // It did not fail.
      comesTo: ({ editsRoomOf }) => (editsRoomOf.length ? 'CONFLICT' : 'FORBIDDEN'),
    },
  ],
} satisfies SoundRequests
