import { z } from 'zod'
import { AnswerPart, ResponseStyle, TokenUsage, TurnState } from './answers.ts'
import { AttachedDocument, Attachment, attachmentTypes } from './attachments.ts'
import { ChatSummary } from './chat-summaries.ts'
import { endpoint, messagePageReply, messageReply, pageNumber } from './endpoint.ts'
import { ErrorCode } from './errors.ts'
import { ChatId, FileId, LabelId, MessageId, RoomId, TurnId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { Mention } from './mentions.ts'
import { AnswerChoice } from './models.ts'
import { Modifiers } from './modifiers.ts'
import { PictureOptions } from './pictures.ts'
import { Line } from './text.ts'

/** A person's own label for chats, in one account. */
export const Label = z.strictObject({ labelId: LabelId, name: z.string() })
export type Label = z.infer<typeof Label>

/** One row of history or of the recent chats (HIST-01). */
export const ChatItem = z.strictObject({
  chatId: ChatId,
  chatTitle: z.string(),
  isShared: z.boolean(),
  sharedBy: z.string().nullable(),
  readOnly: z.boolean(),
  userProfileUrl: z.string().nullable(),
  userName: z.string(),
  roomId: RoomId,
  /** When it was last asked in. */
  date: z.iso.datetime(),
  questionCount: z.int(),
  creditsUsed: z.number(),
  /** An answer is being written in it. */
  isAnswering: z.boolean(),
  isStarred: z.boolean(),
  /** An answer ended in it since its owner looked at it (HIST-03). */
  isUnseen: z.boolean(),
  labels: z.array(Label),
})
export type ChatItem = z.infer<typeof ChatItem>

export const Rating = z.enum(['up', 'down'])
export type Rating = z.infer<typeof Rating>

export const Question = z.strictObject({
  messageId: MessageId,
  text: z.string(),
  attachments: z.array(Attachment),
  documents: z.array(AttachedDocument).optional(),
  mentions: z.array(Mention),
  authorId: UserId,
  authorName: z.string(),
  askedAt: z.iso.datetime(),
})
export type Question = z.infer<typeof Question>

/**
 * A question and one answer to it. Turns form a tree by `parentTurnId`: siblings with different questions are edits,
 * siblings with the same question are other answers.
 */
export const Turn = z.strictObject({
  turnId: TurnId,
  parentTurnId: TurnId.nullable(),
  /** Order within the chat, by arrival, from 1. */
  position: z.int(),
  question: Question,
  state: TurnState,
  parts: z.array(AnswerPart),
  /** Number of the last stream event that `parts` includes; attach after it. */
  lastEventId: z.int(),
  requestedModelId: z.string(),
  modelId: z.string().nullable(),
  modelName: z.string().nullable(),
  sandbox: z.boolean(),
  /** How the model came to answer; null when a person chose it and it did. */
  choice: AnswerChoice.nullable(),
  /** What pictures were asked of the model; null for an answer in words. */
  pictureOptions: PictureOptions.nullable(),
  style: ResponseStyle,
  /** The interrupted turn that this one went on from. */
  continuesTurnId: TurnId.nullable(),
  errorCode: ErrorCode.nullable(),
  retryAfterSeconds: z.number().nullable(),
  usage: TokenUsage.nullable(),
  creditsCharged: z.number().nullable(),
  rating: Rating.nullable(),
  /** Questions that could follow, once they were asked for (CHAT-09). */
  followups: z.array(z.string()).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Turn = z.infer<typeof Turn>

/** A turn by which a long chat is walked and looked through, without the texts of its question and answer. */
export const TurnOutline = z.strictObject({
  turnId: TurnId,
  parentTurnId: TurnId.nullable(),
  position: z.int(),
  messageId: MessageId,
  /** The first words of its question. */
  words: z.string(),
  state: TurnState,
  /** It failed without a word: nobody walks to it. */
  isBlank: z.boolean(),
  continuesTurnId: TurnId.nullable(),
  rating: Rating.nullable(),
})
export type TurnOutline = z.infer<typeof TurnOutline>

export const ChatDetails = z.strictObject({
  chatId: ChatId,
  chatTitle: z.string(),
  roomId: RoomId,
  readOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The end of the branch that was read last; its ancestors are what the screen shows. */
  currentTurnId: TurnId.nullable(),
  /** What its answers are asked to be like (ANS-06). */
  modifiers: Modifiers,
  /** It is in no list and no search, and is erased when it is left. */
  isTemporary: z.boolean(),
  /** Where it was brought from; null for a chat that began here. */
  importedFrom: z.enum(['chatgpt', 'atrium']).nullable(),
  isStarred: z.boolean(),
  isUnseen: z.boolean(),
  labels: z.array(Label),
  /** In the order of asking; those that were left out are in `outline`. */
  turns: z.array(Turn),
  outline: z.array(TurnOutline),
  summaries: z.array(ChatSummary),
  /** No summary is sent in the place of turns. */
  sendsAll: z.boolean(),
})
export type ChatDetails = z.infer<typeof ChatDetails>

/** What one question took (CHAT-10). */
export const QuestionCost = z.strictObject({
  turnId: TurnId,
  question: z.string(),
  modelName: z.string().nullable(),
  state: TurnState,
  askedAt: z.iso.datetime(),
  creditsCharged: z.number(),
})
export type QuestionCost = z.infer<typeof QuestionCost>

const chatErrors = ['NOT_FOUND'] as const
const params = z.strictObject({ chatId: ChatId })

/** The tabs of the history. What others share joins here. */
export const historyScopes = ['all', 'starred', 'mine'] as const
export const HistoryScope = z.enum(historyScopes)
export type HistoryScope = z.infer<typeof HistoryScope>

export const listHistory = endpoint({
  name: 'listHistory',
  host: 'main',
  method: 'GET',
  path: '/sessions/history',
  caller: 'account-member',
  summary: "The caller's chats in the account, a page at a time, with the count of all.",
  query: z.strictObject({
    scope: HistoryScope.default('all'),
    /** The id of one's label, or 'unlabelled' for the chats that have none. */
    label: z.union([z.literal('unlabelled'), LabelId]).optional(),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.historyPageSize, limits.listPageSizeMost),
    order: z.enum(['asc', 'desc']).default('desc'),
    sort_by: z.enum(['date', 'title']).default('date'),
  }),
  reply: { json: messagePageReply(ChatItem) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const listRecentChats = endpoint({
  name: 'listRecentChats',
  host: 'main',
  method: 'GET',
  path: '/sessions/recent-chats',
  caller: 'account-member',
  summary: 'The chats that were asked in last.',
  query: z.strictObject({ limit: pageNumber(limits.recentChats, 50) }),
  reply: { json: messageReply(z.array(ChatItem)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const listUnseenChats = endpoint({
  name: 'listUnseenChats',
  host: 'main',
  method: 'GET',
  path: '/sessions/unseen',
  caller: 'account-member',
  summary:
    'The chats in the room of the header Room-Id (in the account, without it) in which an answer ended since the caller looked; at most 100, the latest first.',
  reply: { json: messageReply(z.array(ChatItem)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const getChat = endpoint({
  name: 'getChat',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'A chat with all its turns. An open turn has the parts that were written so far.',
  params,
  reply: { json: messageReply(ChatDetails) },
  errors: chatErrors,
})
export const openChat = endpoint({
  name: 'openChat',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/opening',
  caller: 'account-member',
  policy: 'chat:read',
  summary:
    'A chat as it is opened: `count` turns at the end of the branch that was read last, every open one, and the outline of the others.',
  params,
  query: z.strictObject({ count: pageNumber(limits.turnsAtOnce, limits.turnsAtOnceMost) }),
  reply: { json: messageReply(ChatDetails) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const listTurns = endpoint({
  name: 'listTurns',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/turns',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'The turns of a branch that end with `last`: at most `count` of them, oldest first.',
  params,
  query: z.strictObject({ last: TurnId, count: pageNumber(limits.turnsAtOnce, limits.turnsAtOnceMost) }),
  reply: { json: messageReply(z.array(Turn)) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const getChatCosts = endpoint({
  name: 'getChatCosts',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/costs',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'The questions of a chat with the credits that each took, in the order of asking.',
  params,
  reply: { json: messageReply(z.array(QuestionCost)) },
  errors: chatErrors,
})
export const openChatPicture = endpoint({
  name: 'openChatPicture',
  host: 'main',
  method: 'GET',
  path: '/sessions/:chatId/pictures/:fileId',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'A picture of a chat: one that a question came with, or that a model made in it.',
  params: z.strictObject({ chatId: ChatId, fileId: FileId }),
  reply: { other: attachmentTypes },
  errors: chatErrors,
})
export const changeChat = endpoint({
  name: 'changeChat',
  host: 'main',
  method: 'PATCH',
  path: '/sessions/:chatId',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Renames a chat, remembers the branch that is being read, says as a whole what its answers are to be like, or whether summaries are sent.',
  params,
  body: z.strictObject({
    chatTitle: Line(limits.chatTitleCharacters).optional(),
    currentTurnId: TurnId.optional(),
    modifiers: Modifiers.optional(),
    /** Everything is sent as it was said from now on; with false, the oldest part as a summary where there is one. */
    sendsAll: z.boolean().optional(),
  }),
  reply: {
    json: messageReply(
      z.strictObject({
        chatId: ChatId,
        chatTitle: z.string(),
        currentTurnId: TurnId.nullable(),
        modifiers: Modifiers,
        sendsAll: z.boolean(),
      }),
    ),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const markChatSeen = endpoint({
  name: 'markChatSeen',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/seen',
  caller: 'account-member',
  policy: 'chat:read',
  summary: 'Says that the caller has seen all that is in the chat now.',
  params,
  reply: { json: messageReply(z.strictObject({ chatId: ChatId })) },
  errors: chatErrors,
  idempotency: 'key',
})
export const deleteChat = endpoint({
  name: 'deleteChat',
  host: 'main',
  method: 'DELETE',
  path: '/sessions/:chatId',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Deletes a chat; a running answer is stopped. It can be restored for 30 days.',
  params,
  reply: { json: messageReply(z.strictObject({ chatId: ChatId })) },
  errors: chatErrors,
  idempotency: 'key',
})
export const restoreChat = endpoint({
  name: 'restoreChat',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/restore',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Undoes the deletion of a chat.',
  params,
  reply: { json: messageReply(z.strictObject({ chatId: ChatId })) },
  errors: chatErrors,
  idempotency: 'key',
})
export const rateAnswer = endpoint({
  name: 'rateAnswer',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/turns/:turnId/rating',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Rates an answer up or down, or takes the rating back with null.',
  params: z.strictObject({ chatId: ChatId, turnId: TurnId }),
  body: z.strictObject({ rating: Rating.nullable() }),
  reply: { json: messageReply(z.strictObject({ turnId: TurnId, rating: Rating.nullable() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const chatEndpoints = {
  listHistory,
  listRecentChats,
  listUnseenChats,
  getChat,
  openChat,
  listTurns,
  getChatCosts,
  openChatPicture,
  changeChat,
  markChatSeen,
  deleteChat,
  restoreChat,
  rateAnswer,
}
