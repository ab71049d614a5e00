import { z } from 'zod'
import { Rating } from './chats.ts'
import { endpoint, messageReply } from './endpoint.ts'
import { ChatId, RoomId } from './ids.ts'
import { limits } from './limits.ts'
import { Line, LineOrNothing, Text } from './text.ts'

/** Where chats can be brought from. */
export const ChatSource = z.enum(['chatgpt', 'atrium'])
export type ChatSource = z.infer<typeof ChatSource>

/** The number of an earlier turn of the same chat, from 0. */
const EarlierTurn = z.int().min(0).max(limits.importedTurnsAtMost)

/** A question and one answer to it, told from where they were. */
export const ImportedTurn = z.strictObject({
  /** The turn that this one follows; null for the first of a branch. */
  parent: EarlierTurn.nullable(),
  /** An earlier answer to the very same question, which this one stands beside. */
  sameQuestionAs: EarlierTurn.nullable(),
  question: Text(limits.questionCharacters),
  askedAt: z.iso.datetime(),
  /** The model as it was called there; it need not be one that can be asked here. */
  modelName: Line(200).nullable(),
  state: z.enum(['answered', 'stopped', 'failed', 'interrupted']),
  reasoning: Text(limits.importedAnswerCharacters),
  answer: Text(limits.importedAnswerCharacters),
  answeredAt: z.iso.datetime().nullable(),
  rating: Rating.nullable(),
})
export type ImportedTurn = z.infer<typeof ImportedTurn>

export const ImportedChat = z.strictObject({
  /** What the chat was called there, apart from its title: the same chat is brought once. */
  sourceId: Line(200),
  title: LineOrNothing(limits.chatTitleCharacters),
  createdAt: z.iso.datetime(),
  isStarred: z.boolean(),
  labels: z.array(Line(limits.labelCharacters)).max(limits.importedLabelsAtMost),
  /** The end of the branch that was read last. */
  currentTurn: EarlierTurn.nullable(),
  /** Every turn after the one that it follows. */
  turns: z.array(ImportedTurn).min(1).max(limits.importedTurnsAtMost),
})
export type ImportedChat = z.infer<typeof ImportedChat>

/** What became of a chat: it came, came back from among the deleted, or was there already. */
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
    'Brings chats from elsewhere into a room, as chats of the caller: all that are named, or none. Chats that were brought before are left as they are, one that was deleted since comes back. Costs nothing.',
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
    'Leaves a temporary chat for good: a running answer is stopped, and all of the chat is erased but what it cost. NOT_FOUND for a chat that is not temporary.',
  params: z.strictObject({ chatId: ChatId }),
  // The reply names nothing, for replies are kept.
  reply: { json: messageReply(z.strictObject({ isLeft: z.literal(true) })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})
export const chatTransferEndpoints = { importChats, leaveTemporaryChat }
