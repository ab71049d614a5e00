import { type ChatId, mintId } from '@atrium/contract'
import { missingTable, ofChat } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

const question = (chatId: ChatId, more: object = {}) => ({
  chatId,
  turnId: mintId('turn'),
  parentTurnId: null,
  modelId: 'test-model',
  style: 'quick',
  ask: { kind: 'question', messageId: mintId('message'), text: 'Which is older, tea or coffee?' },
  ...more,
})

const estimate = (chatId: ChatId, more: object = {}) => ({
  chatId,
  parentTurnId: null,
  modelId: 'test-model',
  text: 'Which is older, tea or coffee?',
  ...more,
})

/** A run over the rows of a table that is not there. */
const tableRun = () => ({ kind: 'table-run', budgetCredits: 1, table: missingTable() })

/** An analysis of a spreadsheet that is not there. */
const dataAnalysis = () => ({
  kind: 'data-analysis',
  budgetCredits: 1,
  analysis: { files: [{ fileId: mintId('file'), of: 'room' }] },
})

export const answersRequests = {
  askQuestion: [
    {
      about: 'in a chat',
      make: ({ chatId }) => ({ body: question(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
    {
      about: 'in a room',
      make: ({ roomId }) => ({ headers: { 'room-id': roomId }, body: question(mintId('chat')) }),
      thing: 'room',
    },
    {
      about: 'by a job over the files of a room',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(mintId('chat'), { job: { kind: 'file-summaries', budgetCredits: 1 } }),
      }),
      thing: 'room',
    },
    {
      about: 'by a job over the rows of a table',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(mintId('chat'), { job: tableRun() }),
      }),
      thing: 'room',
      comesTo: 'JOB_FILE_GONE',
    },
    {
      about: 'by a job that analyzes a spreadsheet',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(mintId('chat'), { job: dataAnalysis() }),
      }),
      thing: 'room',
      comesTo: 'JOB_FILE_GONE',
    },
    {
      about: 'after a turn',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(chatId, { parentTurnId: turnId }),
      }),
    },
    {
      about: 'again',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(chatId, { ask: { kind: 'regenerate', turnId } }),
      }),
    },
  ],
  askQuestionInChat: [
    {
      make: ({ chatId }) => ({ body: question(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
    {
      about: 'by a job over the rows of a table',
      make: ({ chatId }) => ({ body: question(chatId, { job: tableRun() }) }),
      whenMissing: 'ROOM_REQUIRED',
      comesTo: 'JOB_FILE_GONE',
    },
  ],
  estimateQuestion: [
    {
      about: 'in a chat',
      make: ({ chatId }) => ({ body: estimate(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
    {
      about: 'in a room',
      make: ({ roomId }) => ({ headers: { 'room-id': roomId }, body: estimate(mintId('chat')) }),
      thing: 'room',
    },
    {
      about: 'by a job over the files of a room',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: estimate(mintId('chat'), { job: { kind: 'file-summaries' } }),
      }),
      thing: 'room',
    },
    {
      about: 'by a job that translates a file of a room',
      make: ({ roomId, fileId }) => ({
        headers: { 'room-id': roomId },
        body: estimate(mintId('chat'), {
          job: { kind: 'translation', document: { fileId, of: 'room' } },
        }),
      }),
      thing: 'room',
    },
    {
      about: 'after a turn',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: estimate(chatId, { parentTurnId: turnId }),
      }),
    },
  ],
  exportAnswerTable: [
    {
      make: ({ chatId, turnId }) => ({ params: { chatId, turnId, number: '1' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  queueQuestion: [
    {
      make: ({ chatId, turnId }) => ({
        params: { chatId },
        body: {
          turnId: mintId('turn'),
          afterTurnId: turnId,
          modelId: 'test-model',
          ask: { kind: 'question', messageId: mintId('message'), text: 'And which is stronger?' },
        },
      }),
      comesTo: 'CONFLICT',
    },
    {
      about: 'for a job over the rows of a table',
      make: ({ chatId, turnId }) => ({
        params: { chatId },
        body: {
          turnId: mintId('turn'),
          afterTurnId: turnId,
          modelId: 'test-model',
          ask: { kind: 'question', messageId: mintId('message'), text: 'How is it made?' },
          job: tableRun(),
        },
      }),
      comesTo: 'CONFLICT',
    },
  ],
  sendQueuedQuestion: [
    { make: (things) => ({ params: { ...ofChat(things).params, turnId: mintId('turn') } }) },
  ],
  removeQueuedQuestion: [
    { make: (things) => ({ params: { ...ofChat(things).params, turnId: mintId('turn') } }) },
  ],
  enterChat: [
    {
      about: 'in',
      make: (things) => ({ ...ofChat(things), body: { tabId: 'tab-of-matrix', isHere: true } }),
    },
    {
      about: 'out',
      make: (things) => ({ ...ofChat(things), body: { tabId: 'tab-of-matrix', isHere: false } }),
    },
  ],
  noteTyping: [{ make: (things) => ({ ...ofChat(things), body: { isTyping: true } }) }],
} satisfies SoundRequests
