import { mintId } from '@atrium/contract'
import { inRoom } from './parts.ts'
import type { SoundRequests, Things } from './sound-request.ts'

const golden = ({ fileId }: Things) => ({
  question: 'Which is older, tea or coffee?',
  expected: [{ fileId }],
})

export const evaluationRequests = {
  createGoldenQuestion: [{ make: (things) => ({ ...inRoom(things), body: golden(things) }) }],
  changeGoldenQuestion: [
    {
      make: (things) => ({
        params: { roomId: things.roomId, questionId: mintId('golden') },
        body: golden(things),
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  deleteGoldenQuestion: [
    {
      make: ({ roomId }) => ({ params: { roomId, questionId: mintId('golden') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  readCheckRun: [
    { make: ({ roomId }) => ({ params: { roomId, runId: mintId('run') } }), comesTo: 'NOT_FOUND' },
  ],
  searchKnowledge: [
    { make: (things) => ({ ...inRoom(things), query: { query: 'tea' } }) },
    {
      about: 'in a base',
      make: (things) => ({ ...inRoom(things), query: { query: 'tea', baseIds: things.baseId } }),
    },
  ],
} satisfies SoundRequests
