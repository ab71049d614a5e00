import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

export const writingToolsRequests = {
  magicWrite: [
    {
      make: () => ({ body: { shapingId: mintId('shaping'), text: 'tea?', modelId: 'test-model' } }),
      // People without a room of the two accounts have no credits either.
      comesTo: ({ usesRoomOf }) => (usesRoomOf.length > 0 ? 'ok' : 'CREDITS_EXHAUSTED'),
    },
  ],
  customPrompt: [
    {
      make: ({ turnId }) => ({
        body: {
          shapingId: mintId('shaping'),
          turnId,
          action: 'shorten',
          text: 'Tea.',
          modelId: 'test-model',
        },
      }),
    },
  ],
  suggestFollowups: [{ make: ({ turnId }) => ({ body: { shapingId: mintId('shaping'), turnId } }) }],
} satisfies SoundRequests
