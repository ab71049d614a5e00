import { mintId } from '@atrium/contract'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

/** A Word document with the text ‘Tea’. */
const wordFile = [
  'UEsDBBQAAAAAAAAAIQDHHBc8CAAAAAgAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbDxUeXBlcy8+UEsDBBQAAAAIAAAAIQBLHr73hwAAAPAAAA',
  'ALAAAAX3JlbHMvLnJlbHONzzsOAiEQBuCrEA6ws1pYGKCysTV7AQLDIy6PDBj19lJYrMbCcuaffH9GXHDVPZbcQqyNPdKam+Sh93oEaCZg0m0q',
  'FfNIXKGk+xjJQ9Xmqj3Cfp4PQFuDK7E12dlKTjvOlmfFf+TiXDR4KuaWMPcfBV8XQ9bksUt+L2TBvtfTYDkoAR8PqhdQSwMEFAAAAAAAAAAhAE',
  'JfsNtaAAAAWgAAABEAAAB3b3JkL2RvY3VtZW50LnhtbDx3OmRvY3VtZW50IHhtbG5zOnc9InciPjx3OmJvZHk+PHc6cD48dzpyPjx3OnQ+VGVh',
  'PC93OnQ+PC93OnI+PC93OnA+PC93OmJvZHk+PC93OmRvY3VtZW50PlBLAQIUAxQAAAAAAAAAIQDHHBc8CAAAAAgAAAATAAAAAAAAAAAAAACAAQ',
  'AAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgAAAAhAEsevveHAAAA8AAAAAsAAAAAAAAAAAAAAIABOQAAAF9yZWxzLy5yZWxzUEsB',
  'AhQDFAAAAAAAAAAhAEJfsNtaAAAAWgAAABEAAAAAAAAAAAAAAIAB6QAAAHdvcmQvZG9jdW1lbnQueG1sUEsFBgAAAAADAAMAuQAAAHIBAAAAAA',
  '==',
].join('')

const ofCanvas = ({ canvasId }: Things): RequestParts => ({ params: { canvasId } })
const passage = { range: null, modelId: 'test-model' }

const ofVersion = ({ canvasId }: Things): RequestParts => ({ params: { canvasId, number: '1' } })

const ofThread = ({ canvasId, threadId }: Things): RequestParts => ({ params: { canvasId, threadId } })
const ofComment = ({ canvasId, commentId }: Things): RequestParts => ({ params: { canvasId, commentId } })

/** A PNG of one pixel. */
const pictureFile =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export const canvasesRequests = {
  createCanvas: [
    { make: ({ roomId }) => ({ body: { title: 'Tea', roomId, markdown: '# Tea' } }), thing: 'room' },
  ],
  importCanvas: [
    { make: ({ roomId }) => ({ body: { title: 'Tea', roomId, base64: wordFile } }), thing: 'room' },
  ],
  changeCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: { title: 'Coffee' } }) }],
  shareCanvas: [{ make: ({ canvasId }) => ({ body: { canvasId, share: 'edit' } }) }],
  duplicateCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: {} }) }],
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
  uploadCanvasPicture: [{ make: (things) => ({ ...ofCanvas(things), body: { base64: pictureFile } }) }],
  copyPictureToCanvas: [
    {
      make: (things, own) => ({
        ...ofCanvas(things),
        body: { chatId: own.chatId, fileId: mintId('file') },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  openCanvasPicture: [
    { make: ({ canvasId }) => ({ params: { canvasId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
  saveCanvasVersion: [{ make: (things) => ({ ...ofCanvas(things), body: { name: 'Before lunch' } }) }],
  openCanvasVersion: [{ make: ofVersion }],
  nameCanvasVersion: [{ make: (things) => ({ ...ofVersion(things), body: { name: 'First draft' } }) }],
  restoreCanvasVersion: [{ make: ofVersion }],
  deleteCanvasVersion: [{ make: ofVersion }],
  beginCanvasThread: [
    { make: (things) => ({ ...ofCanvas(things), body: { range: null, text: 'Which tea?' } }) },
  ],
  replyInCanvasThread: [{ make: (things) => ({ ...ofThread(things), body: { text: 'Green tea.' } }) }],
  resolveCanvasThread: [{ make: (things) => ({ ...ofThread(things), body: { isResolved: true } }) }],
  addCanvasKnowledge: [{ make: (things) => ({ ...ofCanvas(things), body: { baseId: things.baseId } }) }],
  changeCanvasComment: [{ make: (things) => ({ ...ofComment(things), body: { text: 'Which one?' } }) }],
} satisfies SoundRequests
