import { z } from 'zod'
import { ShapingCost, ShapingPart, selectionActions } from '../chats/shaping.ts'
import { endpoint, messageReply } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { CanvasId, ShapingId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Text } from '../text/text.ts'

/** What a model does with a passage of a canvas: an action for selected text, or an instruction. */
export const canvasActions = [...selectionActions, 'instruct'] as const
export type CanvasAction = (typeof canvasActions)[number]

const ItemId = z.strictObject({ client: z.int().min(0), clock: z.int().min(0) })

/** A CRDT position: Yjs' relative position as JSON. It stays with its character, whatever others write. */
export const CanvasPosition = z.strictObject({
  type: ItemId.optional(),
  tname: z.string().max(40).optional(),
  item: ItemId.optional(),
  assoc: z.int().optional(),
})
export type CanvasPosition = z.infer<typeof CanvasPosition>

/** A passage of a canvas. */
export const CanvasRange = z.strictObject({ from: CanvasPosition, to: CanvasPosition })
export type CanvasRange = z.infer<typeof CanvasRange>

/** The outcome of a suggestion: written into the canvas, no difference, stopped, or refused because of lost access or a full canvas. */
export const suggestionOutcomes = ['suggested', 'unchanged', 'stopped', 'refused'] as const

/** The events of a suggestion: its text, then its end, then `[DONE]`. */
export const CanvasSuggestionPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text-delta'), delta: z.string() }),
  z.strictObject({
    type: z.literal('finish'),
    outcome: z.enum(suggestionOutcomes),
    /** Number of changes that are accepted or refused one by one. */
    changes: z.int(),
    isCut: z.boolean(),
    ...ShapingCost.shape,
  }),
  z.strictObject({
    type: z.literal('error'),
    errorCode: ErrorCode,
    retryAfterSeconds: z.number().nullable(),
    ...ShapingCost.shape,
  }),
])
export type CanvasSuggestionPart = z.infer<typeof CanvasSuggestionPart>

/**
 * A model at work on a canvas, which everybody who has it open receives over the collaboration socket, several times a second until
 * `isEnded`.
 */
export const CanvasWriting = z.strictObject({
  type: z.literal('writing'),
  shapingId: ShapingId,
  userId: UserId,
  modelName: z.string(),
  /** The end of the passage; null for the end of the canvas. */
  at: CanvasPosition.nullable(),
  /** The last part of the text so far. */
  text: z.string(),
  isEnded: z.boolean(),
})
export type CanvasWriting = z.infer<typeof CanvasWriting>

const ofCanvas = z.strictObject({ canvasId: CanvasId })
const work = {
  /** Null for the whole canvas. */
  range: CanvasRange.nullable(),
  modelId: z.string().min(1).max(200),
}
const instructed = z
  .strictObject({
    ...work,
    action: z.enum(canvasActions),
    instruction: Text(limits.canvasInstructionCharacters).optional(),
  })
  .refine(
    ({ action, instruction = '' }) => (action === 'instruct') === (instruction.trim() !== ''),
    'An instruction belongs to the action "instruct".',
  )
/** A passage and what to do with it. */
export type CanvasWork = z.infer<typeof instructed>

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

export const suggestInCanvas = endpoint({
  name: 'suggestInCanvas',
  host: 'stream',
  method: 'POST',
  path: '/canvas/:canvasId/suggestions',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'canvas:edit',
  summary:
    "Has a model rework a passage of a canvas, and writes the difference into it as suggested changes. Charges the model's usage. Disconnecting does not end it.",
  params: ofCanvas,
  body: instructed.safeExtend({ shapingId: ShapingId }),
  reply: { events: CanvasSuggestionPart },
  errors: [...errors, 'FORBIDDEN'],
  idempotency: 'ids',
})
export const stopCanvasSuggestion = endpoint({
  name: 'stopCanvasSuggestion',
  host: 'stream',
  method: 'POST',
  path: '/canvas/:canvasId/suggestions/stop',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary:
    "Stops a suggestion of the caller's within a second: the canvas stays as it is, and the text written by then is charged. Does nothing for one that has ended.",
  params: ofCanvas,
  body: z.strictObject({ shapingId: ShapingId }),
  reply: { json: messageReply(z.strictObject({ shapingId: ShapingId })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})
export const estimateCanvasSuggestion = endpoint({
  name: 'estimateCanvasSuggestion',
  host: 'stream',
  method: 'POST',
  path: '/canvas/:canvasId/suggestions/estimate',
  caller: 'account-member',
  policy: 'canvas:edit',
  summary: 'Estimates the cost of a suggestion. Asks, holds and stores nothing.',
  params: ofCanvas,
  body: z.strictObject(work),
  reply: {
    json: messageReply(
      z.strictObject({
        modelName: z.string(),
        inputTokens: z.int(),
        /** What each action is likely to cost. */
        likelyCredits: z.strictObject({
          improve: z.number(),
          summarize: z.number(),
          expand: z.number(),
          shorten: z.number(),
          simplify: z.number(),
          instruct: z.number(),
        }),
        /** With the longest possible text: the hold. */
        maxCredits: z.number(),
      }),
    ),
  },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'FORBIDDEN',
    'TOKEN_LIMIT_REACHED',
    'MODEL_NOT_AVAILABLE',
    'MODEL_NOT_ALLOWED_IN_ROOM',
    'NO_MODEL_ALLOWED_IN_ROOM',
  ],
  idempotency: 'ids',
})
export const askCanvas = endpoint({
  name: 'askCanvas',
  host: 'stream',
  method: 'POST',
  path: '/canvas/:canvasId/question',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'canvas:view',
  summary:
    "Answers a question about a passage of a canvas, and streams it. The canvas stays as it is. Charges the model's usage; disconnecting ends it, and the text written by then is charged.",
  params: ofCanvas,
  body: z.strictObject({
    ...work,
    shapingId: ShapingId,
    question: Text(limits.canvasInstructionCharacters).refine(
      (text) => text.trim() !== '',
      'This cannot be empty.',
    ),
  }),
  reply: { events: ShapingPart },
  errors,
  idempotency: 'ids',
})
export const canvasSuggestionEndpoints = {
  suggestInCanvas,
  stopCanvasSuggestion,
  estimateCanvasSuggestion,
  askCanvas,
}
