import { nothing } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofPrompt = ({ promptId }: Things): RequestParts => ({ params: { promptId } })

export const promptsRequests = {
  listPrompts: [{ make: nothing }, { about: 'of Atrium', make: () => ({ query: { source: 'atrium' } }) }],
  findPrompts: [{ make: () => ({ query: { search: 'tea' } }) }],
  suggestPrompts: [
    { about: 'for an empty chat', make: () => ({ body: {} }) },
    { about: 'for a text', make: () => ({ body: { text: 'Which green tea?' } }) },
  ],
  exportPrompts: [{ make: () => ({ query: { source: 'account', format: 'csv' } }) }],
  importPrompts: [
    {
      make: () => ({
        body: {
          templates: [
            {
              title: 'Which tea?',
              promptText: 'Which tea goes with #{dish}#?',
              description: 'For the menu',
              tags: ['tea'],
              collection: 'Menu',
              language: 'en' as const,
              modelId: 'test-model',
              modifiers: { audience: 'Guests' },
            },
          ],
        },
      }),
    },
  ],
  createPrompt: [
    { about: 'own', make: () => ({ body: { title: 'Tea', promptText: 'Which #{kind}# tea?' } }) },
    {
      about: 'of a room',
      make: ({ roomId }) => ({ body: { title: 'Tea', promptText: 'Which tea?', source: 'room', roomId } }),
      thing: 'room',
    },
  ],
  changePrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { title: 'Coffee' } }) }],
  starPrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { starred: true } }) }],
  usePrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { values: { kind: 'green' } } }) }],
  restorePromptVersion: [
    { make: ({ promptId }) => ({ params: { promptId, version: '1' }, body: undefined }) },
  ],
} satisfies SoundRequests
