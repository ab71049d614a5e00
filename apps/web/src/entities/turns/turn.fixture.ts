import { mintId, type ChatDetails, type Turn } from '@atrium/contract'
import type { RunningAnswer } from './running-answer.ts'
import { nothingFolded } from './answer-fold.ts'

const at = '2026-11-21T03:00:00.000Z'

/** An answered first turn of a chat, with changes. */
export const aTurn = (changes: Partial<Turn> = {}): Turn => ({
  turnId: mintId('turn'),
  parentTurnId: null,
  position: 1,
  question: {
    messageId: mintId('message'),
    text: 'Why?',
    attachments: [],
    mentions: [],
    authorId: mintId('user'),
    authorName: 'Mai',
    askedAt: at,
  },
  askedById: mintId('user'),
  state: 'answered',
  parts: [{ type: 'text', id: 't', text: 'Because.' }],
  lastEventId: 6,
  requestedModelId: 'm',
  modelId: 'm',
  modelName: 'Model',
  sandbox: false,
  choice: null,
  pictureOptions: null,
  style: 'quick',
  continuesTurnId: null,
  comparison: null,
  errorCode: null,
  retryAfterSeconds: null,
  usage: null,
  creditsCharged: 0.1,
  rating: null,
  followups: null,
  startedAt: at,
  endedAt: at,
  ...changes,
})

export const aChat = (turns: Turn[]): ChatDetails => ({
  chatId: mintId('chat'),
  chatTitle: 'Why',
  isTemporary: false,
  importedFrom: null,
  isFork: false,
  forkedFrom: null,
  isStarred: false,
  isUnseen: false,
  labels: [],
  roomId: mintId('room'),
  readOnly: false,
  share: 'none',
  relation: 'owner',
  owner: { id: mintId('user'), name: 'Mai', pictureUrl: null },
  createdAt: at,
  currentTurnId: turns.at(-1)?.turnId ?? null,
  modifiers: {},
  turns,
  outline: [],
  summaries: [],
  queue: [],
  sendsAll: false,
  usesRoomFiles: true,
  usesWeb: false,
  usesTools: false,
})

/** A running turn in this browser, with changes; asked elsewhere by default. */
export const aRunningAnswer = (changes: Partial<RunningAnswer> = {}): RunningAnswer => ({
  ...nothingFolded,
  turnId: mintId('turn'),
  chatId: mintId('chat'),
  context: { userId: mintId('user'), accountId: mintId('account'), roomId: mintId('room') },
  asked: null,
  accepted: true,
  connection: 'reading',
  stopping: false,
  refusal: null,
  lastWordAtMs: 0,
  ...changes,
})
