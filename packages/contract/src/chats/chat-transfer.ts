import { z } from 'zod'
import { Rating } from './chats.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, RoomId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line, LineOrNothing, MachineText } from '../text/text.ts'

/** Sources of chat imports. */
export const ChatSource = z.enum(['chatgpt', 'atrium'])
export type ChatSource = z.infer<typeof ChatSource>

/** The index of an earlier turn of the same chat, from 0. */
const EarlierTurn = z.int().min(0).max(limits.maxImportedTurns)

/** An imported question with one answer. */
export const ImportedTurn = z.strictObject({
  /** The preceding turn; null for the first of a branch. */
  parent: EarlierTurn.nullable(),
  /** An earlier answer to the same question, which this one is an alternative to. */
  sameQuestionAs: EarlierTurn.nullable(),
  question: MachineText(limits.questionCharacters),
  askedAt: z.iso.datetime(),
  /** The model's name at the source; it need not be available here. */
  modelName: Line(200).nullable(),
  state: z.enum(['answered', 'stopped', 'failed', 'interrupted']),
  reasoning: MachineText(limits.importedAnswerCharacters),
  answer: MachineText(limits.importedAnswerCharacters),
  answeredAt: z.iso.datetime().nullable(),
  rating: Rating.nullable(),
})
export type ImportedTurn = z.infer<typeof ImportedTurn>

export const ImportedChat = z.strictObject({
  /** The chat's id at the source: each chat is imported once. */
  sourceId: Line(200),
  title: LineOrNothing(limits.chatTitleCharacters),
  createdAt: z.iso.datetime(),
  isStarred: z.boolean(),
  labels: z.array(Line(limits.labelCharacters)).max(limits.maxImportedLabels),
  /** The end of the branch that was read last. */
  currentTurn: EarlierTurn.nullable(),
  /** Every turn after its parent. */
  turns: z.array(ImportedTurn).min(1).max(limits.maxImportedTurns),
})
export type ImportedChat = z.infer<typeof ImportedChat>

/** The result for a chat: imported, restored from the deleted, or already there. */
export const ImportOutcome = z.strictObject({
  sourceId: z.string(),
  outcome: z.enum(['imported', 'restored', 'existing']),
  chatId: ChatId,
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

const refersBack = (chat: ImportedChat): boolean =>
  chat.turns.every(
    ({ parent, sameQuestionAs }, index) =>
      (parent === null || parent < index) &&
      (sameQuestionAs === null || (sameQuestionAs < index && chat.turns[sameQuestionAs]?.parent === parent)),
  ) &&
  (chat.currentTurn === null || chat.currentTurn < chat.turns.length)

export const importChats = endpoint({
  name: 'importChats',
  host: 'main',
  method: 'POST',
  path: '/sessions/imports',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Imports chats into a room as chats of the caller, all or none. Leaves already imported chats unchanged, and restores those deleted since. Free.',
  body: z.strictObject({
    roomId: RoomId,
    source: ChatSource,
    chats: z
      .array(
        ImportedChat.refine(refersBack, 'A turn can only follow one that stands before it in the same chat.'),
      )
      .min(1)
      .max(limits.chatsImportedAtOnce),
  }),
  reply: { json: messageReply(z.array(ImportOutcome)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_LABELS', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
  idempotency: 'key',
  bodyLimitBytes: limits.importBodyBytes,
})
export const leaveTemporaryChat = endpoint({
  name: 'leaveTemporaryChat',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/leave',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Leaves a temporary chat for good: stops a running answer, and erases everything but the charge. NOT_FOUND for a chat that is not temporary.',
  params: z.strictObject({ chatId: ChatId }),
  // The reply contains no ids, since replies are stored.
  reply: { json: messageReply(z.strictObject({ isLeft: z.literal(true) })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})
export const chatTransferEndpoints = { importChats, leaveTemporaryChat }
