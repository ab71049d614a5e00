import { z } from 'zod'
import { AnswerPart, ResponseStyle, TokenUsage, TurnState } from './answers.ts'
import { AttachedDocument, Attachment, attachmentTypes } from '../knowledge/attachments.ts'
import { chatRelations, chatShares } from './chat-shares.ts'
import { QueuedQuestion } from './chat-queue.ts'
import { ChatSummary } from './chat-summaries.ts'
import { InComparison } from './comparisons.ts'
import { endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { historyScopes } from './history-scopes.ts'
import { CanvasId, ChatId, FileId, LabelId, MessageId, RoomId, TurnId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Mention } from './mentions.ts'
import { AnswerChoice } from '../models/models.ts'
import { Modifiers } from './modifiers.ts'
import { PictureOptions } from '../models/pictures.ts'
import { Line } from '../text/text.ts'

/** A person's own label for chats, in one account. */
export const Label = z.strictObject({ labelId: LabelId, name: z.string() })
export type Label = z.infer<typeof Label>

/** One row of the history or of the recent chats (HIST-01). */
export const ChatItem = z.strictObject({
  chatId: ChatId,
  chatTitle: z.string(),
  isShared: z.boolean(),
  /** Whose chat it is, when it is shared. */
  sharedBy: UserId.nullable(),
  /** Whether the caller may read it and not ask in it. */
  readOnly: z.boolean(),
  /** Picture and name of the person whose chat it is. */
  userProfileUrl: z.string().nullable(),
  userName: z.string(),
  roomId: RoomId,
  /** Time of the last question. */
  date: z.iso.datetime(),
  questionCount: z.int(),
  /** Of its answers; for others than its owner, those to their own questions. */
  creditsUsed: z.number(),
  /** Whether an answer is running. */
  isAnswering: z.boolean(),
  isStarred: z.boolean(),
  /** Whether an answer has ended since its owner opened it (HIST-03); false for others. */
  isUnseen: z.boolean(),
  /** Whether it started as a copy of another chat's branch. */
  isFork: z.boolean(),
  labels: z.array(Label),
})
export type ChatItem = z.infer<typeof ChatItem>

export const Rating = z.enum(['up', 'down'])
export type Rating = z.infer<typeof Rating>

export const Question = z.strictObject({
  messageId: MessageId,
  text: z.string(),
  /** Attached pictures. */
  attachments: z.array(Attachment),
  /** Attached documents. */
  documents: z.array(AttachedDocument).optional(),
  mentions: z.array(Mention),
  /** Canvases that it is about; omitted without any. `openCanvas` returns those that the reader may see. */
  canvasIds: z.array(CanvasId).optional(),
  authorId: UserId,
  authorName: z.string(),
  askedAt: z.iso.datetime(),
})
export type Question = z.infer<typeof Question>

/**
 * A question and one answer to it. Turns form a tree by `parentTurnId`: siblings with different questions are edits, siblings
 * with the same question are alternative answers.
 */
export const Turn = z.strictObject({
  turnId: TurnId,
  parentTurnId: TurnId.nullable(),
  /** Order within the chat, by arrival, from 1. */
  position: z.int(),
  question: Question,
  /** Who asked for this answer and pays for it. */
  askedById: UserId,
  state: TurnState,
  parts: z.array(AnswerPart),
  /** Number of the last stream event in `parts`; attach after it. */
  lastEventId: z.int(),
  requestedModelId: z.string(),
  modelId: z.string().nullable(),
  modelName: z.string().nullable(),
  sandbox: z.boolean(),
  /** How the model was chosen; null when a person chose it and it answered. */
  choice: AnswerChoice.nullable(),
  /** Options of the requested pictures; null for an answer in words. */
  pictureOptions: PictureOptions.nullable(),
  style: ResponseStyle,
  /** The interrupted turn that this one continues. */
  continuesTurnId: TurnId.nullable(),
  /** Null for an answer that is not compared with others. */
  comparison: InComparison.nullable(),
  errorCode: ErrorCode.nullable(),
  retryAfterSeconds: z.number().nullable(),
  usage: TokenUsage.nullable(),
  /** Null for answers to questions of others, except for the chat's owner. */
  creditsCharged: z.number().nullable(),
  rating: Rating.nullable(),
  /** Follow-up questions, once requested (CHAT-09). */
  followups: z.array(z.string()).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Turn = z.infer<typeof Turn>

/** A turn without its texts, to navigate a long chat. */
export const TurnOutline = z.strictObject({
  turnId: TurnId,
  parentTurnId: TurnId.nullable(),
  position: z.int(),
  messageId: MessageId,
  /** The first words of its question. */
  words: z.string(),
  state: TurnState,
  /** It failed without any text, and navigation skips it. */
  isBlank: z.boolean(),
  continuesTurnId: TurnId.nullable(),
  comparison: InComparison.nullable(),
  rating: Rating.nullable(),
})
export type TurnOutline = z.infer<typeof TurnOutline>

export const ChatDetails = z.strictObject({
  chatId: ChatId,
  chatTitle: z.string(),
  roomId: RoomId,
  /** Whether the caller may read it and not ask in it. */
  readOnly: z.boolean(),
  share: z.enum(chatShares),
  /** Which column of the chat policy holds for the caller. */
  relation: z.enum(chatRelations),
  /** Whose chat it is. */
  owner: z.strictObject({ id: UserId, name: z.string(), pictureUrl: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  /** The end of the branch that was read last; the screen shows its ancestors. */
  currentTurnId: TurnId.nullable(),
  /** Modifiers of its answers (ANS-06). */
  modifiers: Modifiers,
  /** In no list or search, and erased when left. */
  isTemporary: z.boolean(),
  /** The import source; null for a chat that began here. */
  importedFrom: z.enum(['chatgpt', 'atrium']).nullable(),
  /** Whether it started as a copy of another chat's branch. */
  isFork: z.boolean(),
  /** The last copied turn, in its chat; null when the chat is no fork and when the original is deleted. */
  forkedFrom: z.strictObject({ chatId: ChatId, turnId: TurnId }).nullable(),
  isStarred: z.boolean(),
  isUnseen: z.boolean(),
  labels: z.array(Label),
  /** In the order of asking; omitted ones are in `outline`. */
  turns: z.array(Turn),
  outline: z.array(TurnOutline),
  summaries: z.array(ChatSummary),
  /** The questions that wait for the running answer, in order, with those that were returned to the caller. */
  queue: z.array(QueuedQuestion),
  /** True when no summary replaces turns. */
  sendsAll: z.boolean(),
  /** Whether the next question searches the room's files. */
  usesRoomFiles: z.boolean(),
  /** Whether the next question may search the web. */
  usesWeb: z.boolean(),
  /** Whether the next question may use tools of connected servers. */
  usesTools: z.boolean(),
})
export type ChatDetails = z.infer<typeof ChatDetails>

/** The cost of one question (CHAT-10). */
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

/** The tabs of the history. */
export const HistoryScope = z.enum(historyScopes)
export type HistoryScope = z.infer<typeof HistoryScope>

/** Only chats with a canvas. */
export const CanvasFilter = z
  .enum(['true', 'false', ''], 'This is true or false.')
  .transform((text) => text === 'true')
  .default(false)
  .meta({ type: 'boolean', enum: undefined })

export const listHistory = endpoint({
  name: 'listHistory',
  host: 'main',
  method: 'GET',
  path: '/sessions/history',
  caller: 'account-member',
  summary:
    "Lists the caller's chats in the account and those shared with them, one page, with the total count.",
  query: z.strictObject({
    scope: HistoryScope.default('all'),
    canvas: CanvasFilter,
    /** One of the caller's labels by name, ignoring case, or by id; 'unlabelled' for chats without labels. */
    label: Line(limits.labelCharacters).optional(),
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
  summary: 'Lists the chats with the latest questions.',
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
    'Lists the chats in the room of the header Room-Id (in the account without it) with an answer that has ended since the caller opened them; at most 100, latest first.',
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
  summary: 'Returns a chat with all its turns. An open turn has its parts so far.',
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
    'Returns a chat for display: `count` turns at the end of the branch that was read last, every open one, and the outline of the others.',
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
  summary: 'Returns the turns of a branch up to `last`: at most `count`, oldest first.',
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
  summary: 'Returns the questions of a chat with their cost in credits, in the order of asking.',
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
  summary: 'Returns a picture of a chat: attached to a question, or made by a model in it.',
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
    "Renames a chat, stores its open branch, replaces its modifiers, or sets whether it sends summaries, searches the room's files, or searches the web.",
  params,
  body: z.strictObject({
    chatTitle: Line(limits.chatTitleCharacters).optional(),
    currentTurnId: TurnId.optional(),
    modifiers: Modifiers.optional(),
    /** Whether to send everything in full from now on, or the oldest part as a summary where there is one. */
    sendsAll: z.boolean().optional(),
    /** Whether later questions search the room's files. */
    usesRoomFiles: z.boolean().optional(),
    /** Whether later questions may search the web. */
    usesWeb: z.boolean().optional(),
    usesTools: z.boolean().optional(),
  }),
  reply: {
    json: messageReply(
      z.strictObject({
        chatId: ChatId,
        chatTitle: z.string(),
        currentTurnId: TurnId.nullable(),
        modifiers: Modifiers,
        sendsAll: z.boolean(),
        usesRoomFiles: z.boolean(),
        usesWeb: z.boolean(),
        usesTools: z.boolean(),
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
  summary: 'Marks everything in the chat as seen.',
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
  summary: 'Deletes a chat and stops a running answer. It can be restored for 30 days.',
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
  summary: 'Restores a deleted chat.',
  params,
  reply: { json: messageReply(z.strictObject({ chatId: ChatId })) },
  errors: chatErrors,
  idempotency: 'key',
})
export const forkChat = endpoint({
  name: 'forkChat',
  host: 'main',
  method: 'POST',
  path: '/sessions/:chatId/fork',
  caller: 'account-member',
  policy: 'chat:read',
  summary:
    'Starts a new chat with the turns of a branch up to `turnId`. No credits are used. A temporary chat, and a branch with a running answer, cannot be forked.',
  params,
  body: z.strictObject({ turnId: TurnId }),
  reply: {
    json: messageReply(z.strictObject({ chatId: ChatId, chatTitle: z.string(), turnId: TurnId })),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  idempotency: 'key',
})
export const rateAnswer = endpoint({
  name: 'rateAnswer',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/turns/:turnId/rating',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Rates an answer up or down; null removes the rating.',
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
  forkChat,
  rateAnswer,
}
