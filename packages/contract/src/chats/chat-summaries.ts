import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { ChatId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

/** The summary that replaces the turns from the first of a branch to `turnId` in prompts (CHAT-14). */
export const ChatSummary = z.strictObject({
  turnId: TurnId,
  text: z.string(),
  /** Number of summarized questions. */
  questionCount: z.int(),
  /** The model that wrote it. */
  modelName: z.string(),
  /** Whether a person has edited it. */
  isEdited: z.boolean(),
})
export type ChatSummary = z.infer<typeof ChatSummary>

export const summariseChat = endpoint({
  name: 'summariseChat',
  host: 'stream',
  method: 'POST',
  path: '/sessions/:chatId/summary',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'chat:write',
  summary:
    "Summarizes the older part of the branch that ends with a turn for this model, as happens automatically before a question that would not fit. Charges the model's usage; one summary per chat at a time. Null when there is too little to summarize.",
  params: z.strictObject({ chatId: ChatId }),
  body: z.strictObject({ lastTurnId: TurnId, modelId: z.string().min(1).max(200) }),
  reply: { json: messageReply(ChatSummary.nullable()) },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'NOT_ENOUGH_CREDITS',
    'CREDITS_EXHAUSTED',
    'RATE_LIMITED',
    'CONFLICT',
    'MODEL_NOT_AVAILABLE',
    'MODEL_NOT_ALLOWED_IN_ROOM',
    'NO_MODEL_ALLOWED_IN_ROOM',
    'SUMMARY_FAILED',
  ],
  idempotency: 'ids',
})
export const changeSummary = endpoint({
  name: 'changeSummary',
  host: 'main',
  method: 'PUT',
  path: '/sessions/:chatId/summary/:turnId',
  caller: 'account-member',
  policy: 'chat:write',
  summary: "Replaces a summary's text.",
  params: z.strictObject({ chatId: ChatId, turnId: TurnId }),
  body: z.strictObject({
    text: Text(limits.summaryCharacters).refine((text) => text.trim() !== '', 'A summary has words.'),
  }),
  reply: { json: messageReply(ChatSummary) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const chatSummaryEndpoints = { summariseChat, changeSummary }
