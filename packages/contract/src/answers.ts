import { z } from 'zod'
import { endpoint, dataReply } from './endpoint.ts'
import { ErrorCode } from './errors.ts'
import { BaseId, ChatId, FileId, MessageId, RoomId, TurnId } from './ids.ts'
import { limits } from './limits.ts'
import { Attachment, AttachmentType } from './attachments.ts'
import { Mention, standInText } from './mentions.ts'
import { AnswerChoice } from './models.ts'
import { Modifiers } from './modifiers.ts'
import { SearchTrace, Source } from './passages.ts'
import { PictureOptions, PictureWishes } from './pictures.ts'
import { Text } from './text.ts'

/** How a turn stands. It begins `open` and ends once, in one of the others. */
export const TurnState = z.enum(['open', 'answered', 'stopped', 'failed', 'interrupted'])
export type TurnState = z.infer<typeof TurnState>

/** 'Quick Response' or 'Think Deeper'. */
export const ResponseStyle = z.enum(['quick', 'deep'])
export type ResponseStyle = z.infer<typeof ResponseStyle>

/** A picture that a model made: a file of the account, to be had by `openChatPicture` by whoever may read the chat. */
export const MadePicture = Attachment.omit({ id: true }).extend({
  fileId: FileId,
  /** In pixels, as in `height`. */
  width: z.int(),
  height: z.int(),
})
export type MadePicture = z.infer<typeof MadePicture>

/** What an answer was given to read: each source by the number with which the answer cites it, and how it was found. */
export const FoundSources = z.strictObject({
  sources: z.array(Source),
  trace: SearchTrace,
  /**
   * Sentences of the answer whose numbers, names or words stand in nothing that they cite, as they are written in it; null until the
   * answer has ended, or when nothing was checked.
   */
  unsupported: z.array(z.string()).nullable(),
})
export type FoundSources = z.infer<typeof FoundSources>

/** One piece of an answer as it is stored and drawn. */
export const AnswerPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    text: z.string(),
    durationMs: z.int().optional(),
  }),
  MadePicture.extend({ type: z.literal('picture'), id: z.string() }),
  /** What the answer was given to read, and how that was found. */
  FoundSources.extend({ type: z.literal('sources'), id: z.string() }),
])
export type AnswerPart = z.infer<typeof AnswerPart>

/** Tokens as the provider counted them, or, with `estimated`, as counted here. */
export const TokenUsage = z.strictObject({
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  estimated: z.boolean(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** What is known of an answer from its start; metadata of the stream's `start` part. */
export const AnswerStart = z.strictObject({
  turnId: TurnId,
  chatId: ChatId,
  modelId: z.string(),
  modelName: z.string(),
  sandbox: z.boolean(),
  /** How the model came to answer; null when a person chose it and it did. */
  choice: AnswerChoice.nullable(),
  /** What pictures are being made; null for an answer in words. */
  pictureOptions: PictureOptions.nullable(),
  startedAt: z.iso.datetime(),
})
export type AnswerStart = z.infer<typeof AnswerStart>

/** How an answer ended; metadata of the stream's `finish` part. */
export const AnswerEnd = z.strictObject({
  state: TurnState.exclude(['open']),
  errorCode: ErrorCode.nullable(),
  retryAfterSeconds: z.number().nullable(),
  usage: TokenUsage.nullable(),
  creditsCharged: z.number(),
  endedAt: z.iso.datetime(),
})
export type AnswerEnd = z.infer<typeof AnswerEnd>

/**
 * The parts of the stream: the AI SDK's UI message stream protocol, version 1
 * (https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol). Each is one server-sent event whose `id:` is its number within the
 * turn, from 1 without gaps; the stream closes with `data: [DONE]`, which has no number.
 */
export const StreamPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start'), messageId: TurnId, messageMetadata: AnswerStart }),
  /** Another model answers than the one that `start` named: the first failed before its first word. */
  z.strictObject({ type: z.literal('message-metadata'), messageMetadata: AnswerStart }),
  z.strictObject({ type: z.literal('start-step') }),
  /** The oldest part of the conversation does not fit any more: a summary of it is being written first, or has been. */
  z.strictObject({
    type: z.literal('data-summary'),
    data: z.strictObject({ questionCount: z.int(), isWritten: z.boolean() }),
  }),
  /** What the answer is given to read; told again, with what its end adds, in the place of what was told before. */
  z.strictObject({ type: z.literal('data-sources'), id: z.literal('sources'), data: FoundSources }),
  z.strictObject({ type: z.literal('text-start'), id: z.string() }),
  z.strictObject({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.strictObject({ type: z.literal('text-end'), id: z.string() }),
  z.strictObject({ type: z.literal('reasoning-start'), id: z.string() }),
  z.strictObject({ type: z.literal('reasoning-delta'), id: z.string(), delta: z.string() }),
  z.strictObject({
    type: z.literal('reasoning-end'),
    id: z.string(),
    /** How long it was reasoned, in milliseconds; where the protocol leaves room for what one server adds. */
    providerMetadata: z
      .strictObject({ atrium: z.strictObject({ durationMs: z.int().nonnegative() }) })
      .optional(),
  }),
  z.strictObject({
    type: z.literal('file'),
    /** Its path below the main API. */
    url: z.string(),
    mediaType: AttachmentType,
    providerMetadata: z.strictObject({ atrium: MadePicture.extend({ id: z.string() }) }),
  }),
  z.strictObject({ type: z.literal('finish-step') }),
  z.strictObject({ type: z.literal('abort') }),
  z.strictObject({ type: z.literal('error'), errorText: z.string() }),
  z.strictObject({ type: z.literal('finish'), messageMetadata: AnswerEnd }),
])
export type StreamPart = z.infer<typeof StreamPart>

/** What is asked: a new question, another answer to a question, or the rest of an interrupted answer. */
export const Ask = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('question'),
      messageId: MessageId,
      text: Text(limits.questionCharacters).refine((text) => text.trim() !== '', 'Write a question first.'),
      /** Pictures and documents that the caller has uploaded by forms of getAttachmentForm. */
      attachments: z.array(FileId).max(limits.attachmentsAtMost).optional(),
      /**
       * Whom and what the text names, in its order. A person who may use the room is told; a file of the room is named to the
       * model. What is not there, or not for the caller, stays words.
       */
      mentions: z.array(Mention).max(limits.mentionsAtMost).optional(),
    })
    .refine(({ text, mentions = [] }) => standInText(mentions, text), {
      path: ['mentions'],
      message: 'A mention must stand in the text with its @.',
    }),
  z.strictObject({ kind: z.literal('regenerate'), turnId: TurnId }),
  z.strictObject({ kind: z.literal('continue'), turnId: TurnId }),
])
export type Ask = z.infer<typeof Ask>

export const AskQuestion = z.strictObject({
  chatId: ChatId,
  turnId: TurnId,
  /** The turn that this one follows; null for the first of a chat. Asking again from the same parent makes a branch. */
  parentTurnId: TurnId.nullable(),
  modelId: z.string().min(1).max(200),
  style: ResponseStyle.default('quick'),
  /** What answers in the chat are to be like from now on (ANS-06); left out, they stay as they are. */
  modifiers: Modifiers.optional(),
  /** A chat that begins with this question is temporary: in no list, no search, and erased when it is left. */
  isTemporary: z.boolean().optional(),
  /**
   * Of a model that makes pictures: how many and what they are to be like. What the chosen model does not offer is refused; Auto
   * takes of it what its choice can do.
   */
  pictureOptions: PictureWishes.optional(),
  /** The knowledge bases that are asked beside the context of the room; those that the caller may use. */
  baseIds: z.array(BaseId).max(limits.basesAskedAtMost).optional(),
  ask: Ask,
})
export type AskQuestion = z.infer<typeof AskQuestion>

export const askQuestion = endpoint({
  name: 'askQuestion',
  host: 'stream',
  method: 'POST',
  path: '/answer',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Asks a model and streams its answer. The ids come from the caller: sending the same turn again attaches to it and neither asks nor charges twice. Needs Room-Id for a chat that does not exist yet. Leaving does not stop the answer.',
  body: AskQuestion,
  reply: { events: StreamPart },
  errors: [
    'INVALID_INPUT',
    'ROOM_REQUIRED',
    'NOT_FOUND',
    'NOT_ENOUGH_CREDITS',
    'CREDITS_EXHAUSTED',
    'TOKEN_LIMIT_REACHED',
    'MODEL_NOT_AVAILABLE',
    'MODEL_NOT_ALLOWED_IN_ROOM',
    'NO_MODEL_ALLOWED_IN_ROOM',
    'PICTURES_NOT_SEEN',
    'TOO_MANY_ANSWERS',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
  ],
  idempotency: 'ids',
  bodyLimitBytes: 2 * 1024 * 1024,
})
/** A question that could be asked, told from `AskQuestion` by what its price depends on. */
export const EstimateQuestion = z.strictObject({
  chatId: ChatId,
  parentTurnId: TurnId.nullable(),
  modelId: z.string().min(1).max(200),
  style: ResponseStyle.default('quick'),
  modifiers: Modifiers.optional(),
  text: Text(limits.questionCharacters),
  /** How many pictures it comes with. */
  pictures: z.int().min(0).max(limits.attachmentsAtMost).default(0),
  pictureOptions: PictureWishes.optional(),
})
export type EstimateQuestion = z.infer<typeof EstimateQuestion>

export const QuestionEstimate = z.strictObject({
  /** Who would answer: the chosen model, or the one that Auto chooses for it. */
  modelId: z.string(),
  modelName: z.string(),
  /** What would be sent, summaries in the place of what they stand for. */
  inputTokens: z.int(),
  /** What would be sent if no further part were summarised first. */
  contextTokens: z.int(),
  /** What that model can read and still answer, in tokens. */
  contextLimit: z.int(),
  /** How many of the earlier questions would be summarised first; 0 where everything fits. */
  questionsToSummarise: z.int(),
  /** With a short answer. */
  leastCredits: z.number(),
  /** With the longest answer that there can be: what would be held for it. */
  mostCredits: z.number(),
})
export type QuestionEstimate = z.infer<typeof QuestionEstimate>

export const estimateQuestion = endpoint({
  name: 'estimateQuestion',
  host: 'stream',
  method: 'POST',
  path: '/answer/estimate',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'What a question would cost, from a short answer to the longest one. Asks, holds and keeps nothing. Needs Room-Id for a chat that does not exist yet.',
  body: EstimateQuestion,
  reply: { json: dataReply(QuestionEstimate) },
  errors: [
    'INVALID_INPUT',
    'ROOM_REQUIRED',
    'NOT_FOUND',
    'TOKEN_LIMIT_REACHED',
    'MODEL_NOT_AVAILABLE',
    'MODEL_NOT_ALLOWED_IN_ROOM',
    'NO_MODEL_ALLOWED_IN_ROOM',
  ],
  idempotency: 'ids',
  bodyLimitBytes: 2 * 1024 * 1024,
})
export const readAnswer = endpoint({
  name: 'readAnswer',
  host: 'stream',
  method: 'GET',
  path: '/answer/:turnId',
  caller: 'account-member',
  policy: 'chat:read',
  summary:
    'Attaches to an answer: replays the events after `after` (or the header Last-Event-ID), then goes on live to the end.',
  params: z.strictObject({ turnId: TurnId }),
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .optional(),
  }),
  reply: { events: StreamPart },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const stopAnswer = endpoint({
  name: 'stopAnswer',
  host: 'stream',
  method: 'POST',
  path: '/answer/:turnId/stop',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Stops an answer and keeps what arrived. Stopping one that has ended changes nothing.',
  params: z.strictObject({ turnId: TurnId }),
  reply: { json: dataReply(z.strictObject({ state: TurnState })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})

/** What a browser hears of while it is open, so that every tab and device shows the same. */
export const Notice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('turn-opened'), chatId: ChatId, turnId: TurnId }),
  z.strictObject({ type: z.literal('turn-closed'), chatId: ChatId, turnId: TurnId }),
  z.strictObject({ type: z.literal('chat-changed'), chatId: ChatId }),
  z.strictObject({ type: z.literal('credits-changed') }),
  /** What the caller is in the account changed. */
  z.strictObject({ type: z.literal('role-changed') }),
  /** The rooms that the caller sees, or what they are in one of them, changed. */
  z.strictObject({ type: z.literal('rooms-changed') }),
  /** Files or knowledge bases of a room that the caller may use changed, or are further on their way to being findable. */
  z.strictObject({ type: z.literal('knowledge-changed'), roomId: RoomId }),
  /** Somebody named the caller in a question. */
  z.strictObject({ type: z.literal('mentioned') }),
  z.strictObject({ type: z.literal('session-ended') }),
])
export type Notice = z.infer<typeof Notice>
export const readNotices = endpoint({
  name: 'readNotices',
  host: 'stream',
  method: 'GET',
  path: '/notices',
  caller: 'account-member',
  summary:
    'An endless event stream of what changes for the caller in the account. A reader that missed some loads again.',
  reply: { events: Notice },
  errors: ['NOT_A_MEMBER'],
})
export const answerEndpoints = { askQuestion, estimateQuestion, readAnswer, stopAnswer, readNotices }
