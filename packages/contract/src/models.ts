import { z } from 'zod'
import { endpoint, messageReply } from './endpoint.ts'
import { limits } from './limits.ts'
import { PictureMaking } from './pictures.ts'
import { Line, Text } from './text.ts'

export const ModelId = Line(200)
/** The models that may be asked beside Auto, which chooses among them; null: all. */
export const AllowedModelIds = z.array(ModelId).min(1, 'Allow at least one model.').max(200).nullable()

/** Of models that answer in words. */
export const writingCategories = ['Basic', 'Advanced', 'Reasoning'] as const
export const modelCategories = ['Basic', 'Advanced', 'Reasoning', 'Media Generation'] as const
export const ModelCategory = z.enum(modelCategories)
export type ModelCategory = z.infer<typeof ModelCategory>

export const autoPreferences = ['fastest', 'balanced', 'best', 'cheapest'] as const
export const AutoPreference = z.enum(autoPreferences)
export type AutoPreference = z.infer<typeof AutoPreference>

/** Why Auto chose a model: what the question needs, or what the asker prefers. Put into words by the client. */
export const autoReasons = [
  'ONLY_MODEL',
  'PICTURE',
  'IMAGES',
  'SPREADSHEETS',
  'LENGTH',
  'BUDGET',
  'THINK_DEEPER',
  'CODE',
  'LANGUAGE',
  'FASTEST',
  'BALANCED',
  'BEST',
  'CHEAPEST',
] as const
export const AutoReason = z.enum(autoReasons)
export type AutoReason = z.infer<typeof AutoReason>

const ModelName = z.strictObject({ modelId: z.string(), modelName: z.string() })

/** How a model came to answer (MODEL-07). */
export const AnswerChoice = z.strictObject({
  /** Why Auto chose the model; null when a person did. */
  reason: AutoReason.nullable(),
  /** The model that suits next best, to be asked instead. */
  alternative: ModelName.nullable(),
  /** Models that were asked before this one and failed before their first word, in order. */
  failed: z.array(ModelName),
})
export type AnswerChoice = z.infer<typeof AnswerChoice>

/** A model as people choose it, in the specification's field names (MODEL-01), with what the picker shows beside it. */
export const Model = z.strictObject({
  modelId: z.string(),
  modelName: z.string(),
  modelVersion: z.string(),
  displayName: z.string(),
  description: z.string(),
  /** Tokens that the model reads at most. */
  contextLimit: z.int(),
  /** Tokens that the model writes at most. */
  maxTokens: z.int(),
  isAvailable: z.boolean(),
  /** Why it cannot be chosen, when it is not available; NONE_ALLOWED_IN_ROOM of auto alone. */
  unavailableReason: z
    .enum(['NO_KEY', 'PROVIDER_DOWN', 'NOT_YET_SUPPORTED', 'NOT_ALLOWED_IN_ROOM', 'NONE_ALLOWED_IN_ROOM'])
    .nullable(),
  image_processing: z.boolean(),
  spreadsheet_agent: z.boolean(),
  followupQuestionsDefault: z.boolean(),
  is_deferred_response: z.boolean(),
  promptCounter: z.boolean(),
  system_default: z.boolean(),
  category: ModelCategory,
  /** Of auto alone: `preference`, and `modelIds`, the models that it may use for the caller; null: all. */
  options: z.strictObject({
    preference: AutoPreference.optional(),
    modelIds: z.array(z.string()).nullable().optional(),
    reasoning: z.boolean(),
  }),
  /** What can be asked of it when it makes pictures; null for a model that writes, and for auto. */
  pictures: PictureMaking.nullable(),
  /**
   * Credits that a typical question takes: 100 words asked, 3000 answered. Null for auto, whose price is that of the model it picks,
   * and for a model that is paid by the picture.
   */
  creditsPerTypicalQuestion: z.number().nullable(),
  /** The provider's name as people know it. */
  providerName: z.string(),
  /** Answers are made by the built-in sandbox, not by an AI model; every screen that shows them says so. */
  sandbox: z.boolean(),
  /** The caller has marked it as one of their favourites. */
  isFavourite: z.boolean(),
})
export type Model = z.infer<typeof Model>

/** The model that chooses a model; always first in the list. */
export const AUTO_MODEL_ID = 'auto'

export const listModels = endpoint({
  name: 'listModels',
  host: 'main',
  method: 'GET',
  path: '/user/models',
  caller: 'account-member',
  summary:
    "The models that the account allows, 'auto' first. With a Room-Id, those that the room does not allow say so.",
  reply: { json: messageReply(z.array(Model)) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
const modelId = () => Text(200).min(1)

/** What the caller wants of Auto (MODEL-02). */
export const AutoOptions = z.strictObject({
  preference: AutoPreference,
  /** The models that it may use; all when null. Those that are gone from the list are passed over. */
  modelIds: z.array(modelId()).min(1).max(limits.autoModelsAtMost).nullable().default(null),
})
export type AutoOptions = z.infer<typeof AutoOptions>

export const setAutoOptions = endpoint({
  name: 'setAutoOptions',
  host: 'main',
  method: 'PUT',
  path: '/user/models/auto',
  caller: 'account-member',
  summary: "Stores what the 'auto' model prefers and may use for the caller, in every account.",
  body: AutoOptions,
  reply: { json: messageReply(AutoOptions) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const markFavourite = endpoint({
  name: 'markFavourite',
  host: 'main',
  method: 'PUT',
  path: '/user/models/favourites',
  caller: 'account-member',
  summary: "Puts a model among the caller's favourites, the first of the picker, or takes it out again.",
  body: z.strictObject({ modelId: modelId(), isFavourite: z.boolean() }),
  reply: { json: messageReply(z.strictObject({ modelId: z.string(), isFavourite: z.boolean() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const modelEndpoints = { listModels, setAutoOptions, markFavourite }
