import { z } from 'zod'
import { endpoint, dataReply } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import {
  BaseId,
  CanvasId,
  ChatId,
  FileId,
  InvocationId,
  MessageId,
  PromptId,
  RoomId,
  ScheduleId,
  TurnId,
  UserId,
} from '../ids.ts'
import { limits } from '../limits.ts'
import { Attachment, AttachmentType } from '../knowledge/attachments.ts'
import { chatShares } from './chat-shares.ts'
import { PresentPerson } from './chat-presence.ts'
import { ComparedAnswers } from './comparisons.ts'
import { Mention, standInText } from './mentions.ts'
import { AnswerChoice } from '../models/models.ts'
import { Modifiers } from './modifiers.ts'
import { SearchTrace, Source } from '../knowledge/passages.ts'
import { PictureOptions, PictureWishes } from '../models/pictures.ts'
import { Text } from '../text/text.ts'
import { TableQuery } from './tables.ts'
import { ServerToolCall } from './tool-calls.ts'
import { AskedJobKind, JobProgress } from '../agent-jobs/job-progress.ts'
import { FileOfJob } from '../agent-jobs/file-of-job.ts'
import { DataAnalysis } from '../agent-jobs/data-analyses.ts'
import { TableRun } from '../agent-jobs/table-runs.ts'
import { Translation } from '../agent-jobs/translations.ts'
import { FoundOnWeb } from './web-search.ts'

/** Status of a turn. Starts as `open` and ends once, in one of the others. */
export const TurnState = z.enum(['open', 'answered', 'stopped', 'failed', 'interrupted'])
export type TurnState = z.infer<typeof TurnState>

/** 'Quick Response' or 'Think Deeper'. */
export const ResponseStyle = z.enum(['quick', 'deep'])
export type ResponseStyle = z.infer<typeof ResponseStyle>

/** A picture made by a model: a file of the account, returned by `openChatPicture` to everybody who may read the chat. */
export const MadePicture = Attachment.omit({ id: true }).extend({
  fileId: FileId,
  /** In pixels, like `height`. */
  width: z.int(),
  height: z.int(),
  /** The asker's description; the question by default. */
  altText: z.string().optional(),
})
export type MadePicture = z.infer<typeof MadePicture>

/** The sources of an answer: each by its citation number, and how it was found. */
export const FoundSources = z.strictObject({
  sources: z.array(Source),
  trace: SearchTrace,
  /**
   * Unsupported sentences of the answer, as written: their numbers, names or words don't occur in the sources that they cite. Null until
   * the answer has ended, or when nothing was checked.
   */
  unsupported: z.array(z.string()).nullable(),
})
export type FoundSources = z.infer<typeof FoundSources>

/** One part of an answer, as stored and displayed. */
export const AnswerPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    text: z.string(),
    durationMs: z.int().optional(),
  }),
  MadePicture.extend({ type: z.literal('picture'), id: z.string() }),
  /** The answer's sources, and how they were found. */
  FoundSources.extend({ type: z.literal('sources'), id: z.string() }),
  /** The web searches of the answer, and the pages that they found. */
  FoundOnWeb.extend({ type: z.literal('web'), id: z.string() }),
  /** A query over spreadsheets with its result. */
  TableQuery.extend({ type: z.literal('table'), id: z.string() }),
  /** A call of a tool of a connected server, with its result. */
  ServerToolCall.extend({ type: z.literal('tool'), id: z.string() }),
  /** The steps of the agent job that writes the answer. */
  JobProgress.extend({ type: z.literal('job'), id: z.string() }),
])
export type AnswerPart = z.infer<typeof AnswerPart>

/** Token counts from the provider or, with `estimated`, from the server. */
export const TokenUsage = z.strictObject({
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  estimated: z.boolean(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** The facts of an answer that are known from its start; metadata of the stream's `start` part. */
export const AnswerStart = z.strictObject({
  turnId: TurnId,
  chatId: ChatId,
  modelId: z.string(),
  modelName: z.string(),
  sandbox: z.boolean(),
  /** How the model was chosen; null when a person chose it and it answered. */
  choice: AnswerChoice.nullable(),
  /** The options of requested pictures; null for an answer in words. */
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
  /** Null for other readers than the asker and the chat's owner. */
  creditsCharged: z.number().nullable(),
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
  /** A different model answers than `start` named: the first failed before its first word. */
  z.strictObject({ type: z.literal('message-metadata'), messageMetadata: AnswerStart }),
  z.strictObject({ type: z.literal('start-step') }),
  /** The oldest part of the conversation no longer fits: a summary of it is being written first, or has been written. */
  z.strictObject({
    type: z.literal('data-summary'),
    data: z.strictObject({ questionCount: z.int(), isWritten: z.boolean() }),
  }),
  /** The model was too busy to start and is retried; `retry` counts from 1. */
  z.strictObject({ type: z.literal('data-retry'), data: z.strictObject({ retry: z.int().min(1) }) }),
  /** The answer's sources; sent again at its end with additions, replacing the first. */
  z.strictObject({ type: z.literal('data-sources'), id: z.literal('sources'), data: FoundSources }),
  /** The answer's web searches; sent again with each change, replacing the former. */
  z.strictObject({ type: z.literal('data-web'), id: z.literal('web'), data: FoundOnWeb }),
  /** A query over spreadsheets; sent again with each change, replacing the former of the same id. */
  z.strictObject({ type: z.literal('data-table'), id: z.string(), data: TableQuery }),
  /** A call of a tool of a connected server; sent again with each change, replacing the former of the same id. */
  z.strictObject({ type: z.literal('data-tool'), id: z.string(), data: ServerToolCall }),
  /** The progress of the agent job that writes the answer; sent again with each change, replacing the former. */
  z.strictObject({ type: z.literal('data-job'), id: z.literal('job'), data: JobProgress }),
  z.strictObject({ type: z.literal('text-start'), id: z.string() }),
  z.strictObject({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.strictObject({ type: z.literal('text-end'), id: z.string() }),
  z.strictObject({ type: z.literal('reasoning-start'), id: z.string() }),
  z.strictObject({ type: z.literal('reasoning-delta'), id: z.string(), delta: z.string() }),
  z.strictObject({
    type: z.literal('reasoning-end'),
    id: z.string(),
    /** Reasoning time in milliseconds; in the protocol's field for server-specific data. */
    providerMetadata: z
      .strictObject({ atrium: z.strictObject({ durationMs: z.int().nonnegative() }) })
      .optional(),
  }),
  z.strictObject({
    type: z.literal('file'),
    /** The path below the main API. */
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

/** A new question, or an edited one. */
export const NewQuestion = z
  .strictObject({
    kind: z.literal('question'),
    messageId: MessageId,
    text: Text(limits.questionCharacters).refine((text) => text.trim() !== '', 'Write a question first.'),
    /** Pictures and documents uploaded by forms of getAttachmentForm. */
    attachments: z.array(FileId).max(limits.maxAttachments).optional(),
    /**
     * Mentions in the text, in order. Notifies a mentioned person who may use the room; tells the model the names of mentioned
     * files. Mentions of missing or inaccessible things stay plain text.
     */
    mentions: z.array(Mention).max(limits.maxMentions).optional(),
    /** Canvases that the question is about: the model is given their present text, also for later questions of the conversation. */
    canvasIds: z.array(CanvasId).max(limits.maxCanvasesAsked).optional(),
    /**
     * The turn whose question this one edits: stops the caller's running answers to it, and to later questions, when nobody
     * else reads them.
     */
    replacesTurnId: TurnId.optional(),
  })
  .refine(({ text, mentions = [] }) => standInText(mentions, text), {
    path: ['mentions'],
    message: 'A mention must stand in the text with its @.',
  })

/** What to do: ask a new question, regenerate an answer, or continue an interrupted one. */
export const Ask = z.discriminatedUnion('kind', [
  NewQuestion,
  z.strictObject({ kind: z.literal('regenerate'), turnId: TurnId }),
  z.strictObject({ kind: z.literal('continue'), turnId: TurnId }),
])
export type Ask = z.infer<typeof Ask>

/** A template at the version that was used. */
export const UsedTemplate = z.strictObject({ promptId: PromptId, version: z.int().min(1).max(1_000_000) })
export type UsedTemplate = z.infer<typeof UsedTemplate>

export const AskQuestion = z.strictObject({
  chatId: ChatId,
  turnId: TurnId,
  /** The preceding turn; null for the first of a chat. Asking again from the same parent creates a branch. */
  parentTurnId: TurnId.nullable(),
  modelId: z.string().min(1).max(200),
  style: ResponseStyle.default('quick'),
  /** New modifiers of the chat (ANS-06); unchanged by default. */
  modifiers: Modifiers.optional(),
  /** Makes the chat that this question starts temporary: in no list or search, and erased when left. */
  isTemporary: z.boolean().optional(),
  /** How the chat that this question starts is shared with its room; by the room's setting by default. A temporary chat can't be. */
  share: z.enum(chatShares).optional(),
  /** For a picture model: number and options. Refuses options that the chosen model does not offer; Auto uses those that fit. */
  pictureOptions: PictureWishes.optional(),
  /** Knowledge bases to search beside the room's context; those that the caller may use. */
  baseIds: z.array(BaseId).max(limits.maxBasesAsked).optional(),
  /**
   * Whether to search the room's files, now and for later questions of the chat. By default, a question uses the chat's setting;
   * regenerating or continuing uses the turn's. Knowledge bases, attachments and mentioned files are read either way.
   */
  usesRoomFiles: z.boolean().optional(),
  /** In a chat that is open for questions of others: refuses with ANSWER_RUNNING while the question after the same turn is being answered. */
  isLast: z.literal(true).optional(),
  /**
   * Whether the answer may search the web, now and for later questions of the chat. By default, a question uses the chat's setting;
   * regenerating or continuing uses the turn's. Without a search service the answer uses no web.
   */
  usesWeb: z.boolean().optional(),
  /**
   * Whether the answer may use the tools of connected servers that the room allows, now and for later questions of the chat. By default,
   * a question uses the chat's setting; regenerating or continuing uses the turn's.
   */
  usesTools: z.boolean().optional(),
  /** The template that the question was made from, for the results of the template. */
  template: UsedTemplate.optional(),
  /** For a model with `is_deferred_response`, or with a kind for any text model: how the agent job works that writes the answer. */
  job: z
    .strictObject({
      /**
       * `file-summaries`: summarizes every file of the room's context. `table-run`: asks the question for each row of a table; its
       * text has variables. `translation`: translates a document. `data-analysis`: plans queries over
       * spreadsheets, runs them, and writes a report of their results.
       */
      kind: AskedJobKind.optional(),
      /** Maximum credits; the job pauses and asks before it uses more. */
      budgetCredits: z.int().min(1).max(limits.maxJobBudgetCredits).optional(),
      /** For `table-run`; left out to run again as before, when regenerating. */
      table: TableRun.optional(),
      /** For `translation`; left out like `table`. */
      translation: Translation.optional(),
      /** For `data-analysis`; left out like `table`. */
      analysis: DataAnalysis.optional(),
      /** Pauses with the plan, so that its asker can edit it first. */
      reviewsPlan: z.boolean().optional(),
    })
    .optional(),
  /**
   * For a new question that several models answer side by side: all its answers, in the order of their columns, with this request's own
   * turn and model among them. All of them open together or not at all, by whichever request of them comes first; each is read, stopped,
   * rated and charged as a turn of its own. Takes no picture options: each picture model uses its defaults.
   */
  comparison: ComparedAnswers.optional(),
  ask: Ask,
})
export type AskQuestion = z.infer<typeof AskQuestion>

const askErrors = [
  'RATE_LIMITED',
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
  'FILES_TOO_LARGE_TOGETHER',
  'TOO_MANY_ANSWERS',
  'TOO_MANY_JOBS',
  'JOB_FILE_GONE',
  'ANSWER_RUNNING',
  'IDEMPOTENCY_KEY_REUSED',
  'CONFLICT',
] as const

export const askQuestion = endpoint({
  name: 'askQuestion',
  host: 'stream',
  method: 'POST',
  path: '/answer',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'chat:write',
  summary:
    'Asks a model and streams its answer. The caller creates the ids: sending the same turn again attaches to it and neither asks nor charges twice. Needs Room-Id for a new chat. Disconnecting does not stop the answer. The header Atrium-Former-Answer: continues says that the answer to the edited question continues because somebody else reads it; both are charged.',
  body: AskQuestion,
  reply: { events: StreamPart },
  errors: askErrors,
  idempotency: 'ids',
  bodyLimitBytes: 2 * 1024 * 1024,
})
/** The same under another name. */
export const askQuestionInChat = endpoint({
  name: 'askQuestionInChat',
  host: 'stream',
  method: 'POST',
  path: '/api/chat',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'chat:write',
  summary: 'Alias of askQuestion.',
  body: AskQuestion,
  reply: { events: StreamPart },
  errors: askErrors,
  idempotency: 'ids',
  bodyLimitBytes: 2 * 1024 * 1024,
})
/** A question to estimate: the part of `AskQuestion` that determines its price. */
export const EstimateQuestion = z.strictObject({
  chatId: ChatId,
  parentTurnId: TurnId.nullable(),
  modelId: z.string().min(1).max(200),
  style: ResponseStyle.default('quick'),
  modifiers: Modifiers.optional(),
  text: Text(limits.questionCharacters),
  /** Number of attached pictures. */
  pictures: z.int().min(0).max(limits.maxAttachments).default(0),
  /** Attached documents. */
  documents: z.array(FileId).max(limits.maxAttachments).optional(),
  canvasIds: z.array(CanvasId).max(limits.maxCanvasesAsked).optional(),
  baseIds: z.array(BaseId).max(limits.maxBasesAsked).optional(),
  /** By default the chat's setting. */
  usesRoomFiles: z.boolean().optional(),
  /** By default the chat's setting. */
  usesWeb: z.boolean().optional(),
  /** By default the chat's setting. */
  usesTools: z.boolean().optional(),
  pictureOptions: PictureWishes.optional(),
  /** The kind of agent job that is to write the answer, as in `AskQuestion`. */
  job: z
    .strictObject({
      kind: AskedJobKind,
      /** For `table-run`: the number of rows, and the tokens of all their cells that the question uses. */
      rows: z
        .strictObject({
          count: z.int().min(0).max(limits.maxTableRunRows),
          tokens: z.int().min(0).max(10_000_000),
        })
        .optional(),
      /** For `translation`. */
      document: FileOfJob.optional(),
    })
    .optional(),
})
export type EstimateQuestion = z.infer<typeof EstimateQuestion>

export const QuestionEstimate = z.strictObject({
  /** The answering model: the chosen one, or Auto's choice. */
  modelId: z.string(),
  modelName: z.string(),
  /** Tokens to send, with summaries instead of the turns that they replace. */
  inputTokens: z.int(),
  /** Tokens to send if nothing more were summarized first. */
  contextTokens: z.int(),
  /** Maximum input tokens that leave the model space to answer. */
  contextLimit: z.int(),
  /** Number of earlier questions to summarize first; 0 where everything fits. */
  questionsToSummarise: z.int(),
  likelyCredits: z.number(),
  /** 90 % of such questions cost from this … */
  lowCredits: z.number(),
  /** … to this, by the model's latest answers in the account, or by recorded answers while there are too few. */
  highCredits: z.number(),
  /** With the longest possible answer: the hold. */
  maxCredits: z.number(),
  /** Number of files, rows or parts that the asked kind of agent job works through; left out for other questions. */
  jobItems: z.int().optional(),
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
    'Estimates the cost of a question, from a short answer to the longest. Asks, holds and stores nothing. Needs Room-Id for a new chat.',
  body: EstimateQuestion,
  reply: { json: dataReply(QuestionEstimate) },
  errors: [
    'RATE_LIMITED',
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
    'Attaches to an answer: replays the events after `after` (or the header Last-Event-ID), then streams live to the end.',
  params: z.strictObject({ turnId: TurnId }),
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .optional(),
  }),
  reply: { events: StreamPart },
  errors: ['RATE_LIMITED', 'INVALID_INPUT', 'NOT_FOUND'],
})
export const stopAnswer = endpoint({
  name: 'stopAnswer',
  host: 'stream',
  method: 'POST',
  path: '/answer/:turnId/stop',
  caller: 'account-member',
  policy: 'chat:write',
  summary: 'Stops an answer and keeps its partial text. Stopping an ended answer does nothing.',
  params: z.strictObject({ turnId: TurnId }),
  reply: { json: dataReply(z.strictObject({ state: TurnState })) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})

/** Notices to an open browser, so that every tab and device shows the same. */
export const Notice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('turn-opened'), chatId: ChatId, turnId: TurnId }),
  z.strictObject({ type: z.literal('turn-closed'), chatId: ChatId, turnId: TurnId }),
  z.strictObject({ type: z.literal('chat-changed'), chatId: ChatId }),
  /** An agent job of the caller paused or ended. */
  z.strictObject({ type: z.literal('job-changed'), invocationId: InvocationId }),
  /** A schedule of the caller changed or ran; with `hasFailed`, its run failed. */
  z.strictObject({ type: z.literal('schedule-changed'), scheduleId: ScheduleId, hasFailed: z.boolean() }),
  z.strictObject({ type: z.literal('credits-changed') }),
  /** The caller's role in the account changed. */
  z.strictObject({ type: z.literal('role-changed') }),
  /** The caller's list of rooms, or their role in one, changed. */
  z.strictObject({ type: z.literal('rooms-changed') }),
  /** The caller's labels changed, or the chats that have them. */
  z.strictObject({ type: z.literal('labels-changed') }),
  /** The people of a room that the caller may use (or, with null, of the account), or their roles, changed. */
  z.strictObject({ type: z.literal('members-changed'), roomId: RoomId.nullable() }),
  /** Files or knowledge bases of a room that the caller may use (or, with null, of the account) changed or made progress. */
  z.strictObject({ type: z.literal('knowledge-changed'), roomId: RoomId.nullable() }),
  /** A canvas was made, renamed, shared, deleted or restored. */
  z.strictObject({ type: z.literal('canvas-changed'), canvasId: CanvasId }),
  /** Comments on a canvas changed. */
  z.strictObject({ type: z.literal('canvas-commented'), canvasId: CanvasId }),
  /** A question or a comment mentions the caller. */
  z.strictObject({ type: z.literal('mentioned') }),
  /** A queued question of the caller could not start. */
  z.strictObject({ type: z.literal('question-returned'), chatId: ChatId, turnId: TurnId }),
  z.strictObject({ type: z.literal('session-ended') }),
  /** Who has a shared chat open changed; with `isAll`, `joined` is everybody who is there. Sent to people who are there themselves. */
  z.strictObject({
    type: z.literal('presence'),
    chatId: ChatId,
    isAll: z.boolean(),
    joined: z.array(PresentPerson),
    left: z.array(UserId),
  }),
  /** The presence of everybody in a chat ended, as with its sharing: a tab that may still ask there enters again. */
  z.strictObject({ type: z.literal('presence-ended'), chatId: ChatId }),
  /** Somebody present is typing a question: until a later event ends it, for six seconds at most. */
  z.strictObject({ type: z.literal('typing'), chatId: ChatId, userId: UserId, isTyping: z.boolean() }),
])
export type Notice = z.infer<typeof Notice>
export const readNotices = endpoint({
  name: 'readNotices',
  host: 'stream',
  method: 'GET',
  path: '/notices',
  caller: 'account-member',
  summary: 'Streams changes for the caller in the account, endlessly. A reader that missed some reloads.',
  reply: { events: Notice },
  errors: ['NOT_A_MEMBER', 'RATE_LIMITED'],
})
export const answerEndpoints = {
  askQuestion,
  askQuestionInChat,
  estimateQuestion,
  readAnswer,
  stopAnswer,
  readNotices,
}
