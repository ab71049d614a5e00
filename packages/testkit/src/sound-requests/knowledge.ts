import { mintId } from '@atrium/contract'
import { nothing } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofBase = ({ baseId }: Things): RequestParts => ({ params: { baseId } })

const ofAccountBase = ({ accountBaseId }: Things): RequestParts => ({ params: { baseId: accountBaseId } })

const ofNoSource = ({ baseId }: Things): RequestParts => ({ params: { baseId, sourceId: mintId('source') } })

export const knowledgeRequests = {
  listKnowledgeBases: [
    { make: nothing },
    { about: 'of a room', make: ({ roomId }) => ({ headers: { 'room-id': roomId } }), thing: 'room' },
  ],
  openKnowledgeBase: [{ make: ofBase }, { about: 'of the account', make: ofAccountBase, ofAccount: 'use' }],
  createKnowledgeBase: [
    {
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: { files: [], rag_name: `Base ${mintId('message')}`, description: '', ip_type: 'FILE_UPLOAD' },
      }),
    },
    {
      about: 'of the account',
      make: () => ({
        body: { files: [], rag_name: `Base ${mintId('message')}`, description: '', ip_type: 'FILE_UPLOAD' },
      }),
      thing: 'account',
      ofAccount: 'edit',
    },
  ],
  updateKnowledgeBase: [
    { make: (things) => ({ ...ofBase(things), body: { description: 'What is known of tea.' } }) },
    {
      about: 'of the account',
      make: (things) => ({ ...ofAccountBase(things), body: { description: 'What is known of tea.' } }),
      ofAccount: 'edit',
    },
  ],
  deleteKnowledgeBase: [
    { make: ofBase },
    {
      about: 'of the account',
      make: ofAccountBase,
      ofAccount: 'edit',
      // Its admin, who comes first, has deleted it.
      comesTo: ({ roles }) => (roles.A === 'owner' ? 'NOT_FOUND' : 'ok'),
    },
  ],
  listBaseFiles: [{ make: ofBase }, { about: 'of the account', make: ofAccountBase, ofAccount: 'use' }],
  addKnowledgeSource: [
    {
      about: 'a text',
      make: (things) => ({
        ...ofBase(things),
        body: { kind: 'text', title: `Tea ${mintId('message')}`, text: 'Tea is older.' },
      }),
    },
    {
      about: 'a text, to a base of the account',
      make: (things) => ({
        ...ofAccountBase(things),
        body: { kind: 'text', title: `Tea ${mintId('message')}`, text: 'Tea is older.' },
      }),
      ofAccount: 'edit',
    },
    {
      about: 'a page',
      make: (things) => ({
        ...ofBase(things),
        // There is no body, and none is requested.
        body: { kind: 'page', url: `http://192.0.2.1/${mintId('message')}` },
      }),
    },
  ],
  listKnowledgeSources: [
    { make: ofBase },
    { about: 'of the account', make: ofAccountBase, ofAccount: 'use' },
  ],
  openKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
  changeKnowledgeSource: [
    { make: (things) => ({ ...ofNoSource(things), body: { refresh: 'daily' } }), comesTo: 'NOT_FOUND' },
  ],
  refreshKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
  deleteKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
} satisfies SoundRequests
