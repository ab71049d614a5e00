import { mintId } from '@atrium/contract'
import { nothing } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofCanvas = ({ canvasId }: Things): RequestParts => ({ params: { canvasId } })
const passage = { range: null, modelId: 'test-model' }

const ofVersion = ({ canvasId }: Things): RequestParts => ({ params: { canvasId, number: '1' } })

const ofThread = ({ canvasId, threadId }: Things): RequestParts => ({ params: { canvasId, threadId } })
const ofComment = ({ canvasId, commentId }: Things): RequestParts => ({ params: { canvasId, commentId } })

export const canvasesRequests = {
  listCanvases: [{ make: nothing }],
  createCanvas: [
    { make: ({ roomId }) => ({ body: { title: 'Tea', roomId, markdown: '# Tea' } }), thing: 'room' },
  ],
  // Whether the caller may is checked before the file, which is none.
  importCanvas: [
    {
      make: ({ roomId }) => ({ body: { title: 'Tea', roomId, base64: 'AAAA' } }),
      comesTo: 'INVALID_INPUT',
    },
  ],
  openCanvas: [{ make: ofCanvas }],
  changeCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: { title: 'Coffee' } }) }],
  shareCanvas: [{ make: ({ canvasId }) => ({ body: { canvasId, share: 'edit' } }) }],
  duplicateCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: {} }) }],
  deleteCanvas: [{ make: ofCanvas }],
  restoreCanvas: [{ make: ofCanvas }],
  suggestInCanvas: [
    {
      make: (things) => ({
        ...ofCanvas(things),
        body: { ...passage, shapingId: mintId('shaping'), action: 'shorten' },
      }),
    },
    {
      make: (things) => ({
        ...ofCanvas(things),
        body: {
          ...passage,
          shapingId: mintId('shaping'),
          action: 'instruct',
          instruction: 'Write it for children.',
        },
      }),
    },
  ],
  stopCanvasSuggestion: [
    { make: (things) => ({ ...ofCanvas(things), body: { shapingId: mintId('shaping') } }) },
  ],
  estimateCanvasSuggestion: [
    {
      make: (things) => ({
        ...ofCanvas(things),
        body: passage,
      }),
    },
  ],
  askCanvas: [
    {
      make: (things) => ({
        ...ofCanvas(things),
        body: { ...passage, shapingId: mintId('shaping'), question: 'What is it about?' },
      }),
    },
  ],
  listCanvasUsers: [{ make: ofCanvas }],
  listCanvasVersions: [{ make: ofCanvas }],
  saveCanvasVersion: [{ make: (things) => ({ ...ofCanvas(things), body: { name: 'Before lunch' } }) }],
  openCanvasVersion: [{ make: ofVersion }],
  nameCanvasVersion: [{ make: (things) => ({ ...ofVersion(things), body: { name: 'First draft' } }) }],
  restoreCanvasVersion: [{ make: ofVersion }],
  deleteCanvasVersion: [{ make: ofVersion }],
  listCanvasThreads: [{ make: ofCanvas }],
  beginCanvasThread: [
    { make: (things) => ({ ...ofCanvas(things), body: { range: null, text: 'Which tea?' } }) },
  ],
  replyInCanvasThread: [{ make: (things) => ({ ...ofThread(things), body: { text: 'Green tea.' } }) }],
  resolveCanvasThread: [{ make: (things) => ({ ...ofThread(things), body: { isResolved: true } }) }],
  changeCanvasComment: [{ make: (things) => ({ ...ofComment(things), body: { text: 'Which one?' } }) }],
  deleteCanvasComment: [{ make: ofComment }],
} satisfies SoundRequests
