import { z } from 'zod'
import { TokenUsage } from './answers.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { ShapingId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Modifiers } from './modifiers.ts'
import { Text } from '../text/text.ts'

/** Actions for a selected text, beside asking about it (CHAT-07). */
export const selectionActions = ['improve', 'summarize', 'expand', 'shorten', 'simplify'] as const
export const SelectionAction = z.enum(selectionActions)
export type SelectionAction = z.infer<typeof SelectionAction>

/** The cost of a shaping call: tokens as counted, and the credits charged. */
export const ShapingCost = z.strictObject({
  usage: TokenUsage.nullable(),
  creditsCharged: z.number(),
  modelName: z.string(),
  /** Written by the built-in sandbox, not by an AI model. */
  sandbox: z.boolean(),
})
export type ShapingCost = z.infer<typeof ShapingCost>

/** The events of a streamed text: its pieces, then its end, then `[DONE]`. A stream without an end was interrupted. */
export const ShapingPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text-delta'), delta: z.string() }),
  z.strictObject({ type: z.literal('finish'), isCut: z.boolean(), ...ShapingCost.shape }),
  z.strictObject({
    type: z.literal('error'),
    errorCode: ErrorCode,
    retryAfterSeconds: z.number().nullable(),
    ...ShapingCost.shape,
  }),
])
export type ShapingPart = z.infer<typeof ShapingPart>

const text = Text(limits.shapingCharacters).refine((given) => given.trim() !== '', 'This cannot be empty.')
const modelId = z.string().min(1).max(200)
const errors = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'NOT_ENOUGH_CREDITS',
  'CREDITS_EXHAUSTED',
  'TOKEN_LIMIT_REACHED',
  'MODEL_NOT_AVAILABLE',
  'MODEL_NOT_ALLOWED_IN_ROOM',
  'NO_MODEL_ALLOWED_IN_ROOM',
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_REUSED',
] as const

export const magicWrite = endpoint({
  name: 'magicWrite',
  host: 'stream',
  method: 'POST',
  path: '/magic-write',
  caller: 'account-member',
  pausesInDowntime: true,
  summary:
    "Writes a better wording of a question, as a proposal, and streams it. Charges the model's usage; disconnecting ends it, and the text written by then is charged.",
  body: z.strictObject({ shapingId: ShapingId, text, modelId, modifiers: Modifiers.optional() }),
  reply: { events: ShapingPart },
  errors,
  idempotency: 'ids',
})
export const customPrompt = endpoint({
  name: 'customPrompt',
  host: 'stream',
  method: 'POST',
  path: '/custom_prompt',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'chat:read',
  summary:
    "Improves, summarizes, expands, shortens or simplifies a text of an answer and streams the result. Charges the model's usage; disconnecting ends it, and the text written by then is charged.",
  body: z.strictObject({
    shapingId: ShapingId,
    turnId: TurnId,
    action: SelectionAction,
    text,
    modelId,
    modifiers: Modifiers.optional(),
  }),
  reply: { events: ShapingPart },
  errors,
  idempotency: 'ids',
})
export const suggestFollowups = endpoint({
  name: 'suggestFollowups',
  host: 'stream',
  method: 'POST',
  path: '/followups',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'chat:write',
  summary:
    'Returns up to three follow-up questions to an answer, by the model that gave it. They are stored with the answer: asking again returns the same ones for free.',
  body: z.strictObject({ shapingId: ShapingId, turnId: TurnId }),
  reply: {
    json: messageReply(
      z.strictObject({ turnId: TurnId, followups: z.array(z.string()), creditsCharged: z.number() }),
    ),
  },
  errors: [...errors, 'CONFLICT', 'PROVIDER_UNAVAILABLE', 'PROVIDER_EMPTY'],
  idempotency: 'ids',
})
export const shapingEndpoints = { magicWrite, customPrompt, suggestFollowups }
