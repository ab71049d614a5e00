import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

export const writingToolsRequests = {
  magicWrite: [
    { make: () => ({ body: { shapingId: mintId('shaping'), text: 'tea?', modelId: 'test-model' } }) },
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
