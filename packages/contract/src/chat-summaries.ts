import { z } from 'zod'
import { endpoint, messageReply } from './endpoint.ts'
import { ChatId, TurnId } from './ids.ts'
import { limits } from './limits.ts'
import { Text } from './text.ts'

/** What a model is sent in the place of the turns from the first of a branch to `turnId` (CHAT-14). */
export const ChatSummary = z.strictObject({
  turnId: TurnId,
  text: z.string(),
  /** How many questions it stands for. */
  questionCount: z.int(),
  /** Who wrote it. */
  modelName: z.string(),
  /** A person has changed it since. */
  isEdited: z.boolean(),
})
export type ChatSummary = z.infer<typeof ChatSummary>

export const summariseChat = endpoint({
  name: 'summariseChat',
  host: 'stream',
  method: 'POST',
  path: '/sessions/:chatId/summary',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Has the older part of the branch that ends with a turn summarised for this model, as is done by itself before a question that would not fit. It takes no credits. Null when there is too little to summarise.',
  params: z.strictObject({ chatId: ChatId }),
  body: z.strictObject({ lastTurnId: TurnId, modelId: z.string().min(1).max(200) }),
  reply: { json: messageReply(ChatSummary.nullable()) },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
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
  summary: 'Puts a text of the caller in the place of what a model wrote as a summary.',
  params: z.strictObject({ chatId: ChatId, turnId: TurnId }),
  body: z.strictObject({
    text: Text(limits.summaryCharacters).refine((text) => text.trim() !== '', 'A summary has words.'),
  }),
  reply: { json: messageReply(ChatSummary) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const chatSummaryEndpoints = { summariseChat, changeSummary }
