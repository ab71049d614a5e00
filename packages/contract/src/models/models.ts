import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { PictureMaking } from './pictures.ts'
import { Line, Text } from '../text/text.ts'

export const ModelId = Line(200)
/** Allowed models beside Auto, which chooses among them; null: all. */
export const AllowedModelIds = z.array(ModelId).min(1, 'Allow at least one model.').max(200).nullable()

/** Categories of text models. */
export const writingCategories = ['Basic', 'Advanced', 'Reasoning'] as const
export const modelCategories = ['Basic', 'Advanced', 'Reasoning', 'Media Generation'] as const
export const ModelCategory = z.enum(modelCategories)
export type ModelCategory = z.infer<typeof ModelCategory>

export const autoPreferences = ['fastest', 'balanced', 'best', 'cheapest'] as const
export const AutoPreference = z.enum(autoPreferences)
export type AutoPreference = z.infer<typeof AutoPreference>

/** Why Auto chose a model: the question's needs, or the asker's preference. Clients put it into words. */
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

/** How the answering model was chosen (MODEL-07). */
export const AnswerChoice = z.strictObject({
  /** Auto's reason, or that a monthly limit was reached; null when a person chose. */
  reason: z.enum([...autoReasons, 'CREDIT_LIMIT']).nullable(),
  /** The next best model, to ask instead. */
  alternative: ModelName.nullable(),
  /** Models that failed before their first word, in order. */
  failed: z.array(ModelName),
})
export type AnswerChoice = z.infer<typeof AnswerChoice>

/** A model for people to choose, in the specification's field names (MODEL-01), with further fields for the picker. */
export const Model = z.strictObject({
  modelId: z.string(),
  modelName: z.string(),
  modelVersion: z.string(),
  displayName: z.string(),
  description: z.string(),
  /** Context window in tokens. */
  contextLimit: z.int(),
  /** Maximum output tokens. */
  maxTokens: z.int(),
  isAvailable: z.boolean(),
  /** Why it cannot be chosen, when unavailable; NONE_ALLOWED_IN_ROOM only for auto. */
  unavailableReason: z
    .enum(['NO_KEY', 'PROVIDER_DOWN', 'NOT_YET_SUPPORTED', 'NOT_ALLOWED_IN_ROOM', 'NONE_ALLOWED_IN_ROOM'])
    .nullable(),
  image_processing: z.boolean(),
  /** Whether its answers can use the web: a search service is configured, and it answers in words. */
  web_search: z.boolean(),
  spreadsheet_agent: z.boolean(),
  followupQuestionsDefault: z.boolean(),
  is_deferred_response: z.boolean(),
  promptCounter: z.boolean(),
  system_default: z.boolean(),
  category: ModelCategory,
  /** Only for auto: `preference`, and `modelIds`, the models that it may use for the caller; null: all. */
  options: z.strictObject({
    preference: AutoPreference.optional(),
    modelIds: z.array(z.string()).nullable().optional(),
    reasoning: z.boolean(),
  }),
  /** Its picture options; null for a text model, and for auto. */
  pictures: PictureMaking.nullable(),
  /**
   * Credits of a typical question: 100 words asked, 3000 answered. Null for auto, whose price is that of its choice, and for a
   * picture model.
   */
  creditsPerTypicalQuestion: z.number().nullable(),
  /** The provider's display name. */
  providerName: z.string(),
  /** Answers come from the built-in sandbox, not from an AI model; every screen that shows them says so. */
  sandbox: z.boolean(),
  /** Whether it is one of the caller's favorites. */
  isFavourite: z.boolean(),
})
export type Model = z.infer<typeof Model>

/** Auto, the model that chooses a model; always first in the list. */
export const AUTO_MODEL_ID = 'auto'

export const listModels = endpoint({
  name: 'listModels',
  host: 'main',
  method: 'GET',
  path: '/user/models',
  caller: 'account-member',
  summary:
    "Lists the models that the account allows, 'auto' first. With a Room-Id, marks those that the room does not allow.",
  reply: { json: messageReply(z.array(Model)) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
const modelId = () => Text(200).min(1)

/** The caller's options for Auto (MODEL-02). */
export const AutoOptions = z.strictObject({
  preference: AutoPreference,
  /** The models that it may use; null: all. Ignores unknown ones. */
  modelIds: z.array(modelId()).min(1).max(limits.maxAutoModels).nullable().default(null),
})
export type AutoOptions = z.infer<typeof AutoOptions>

export const setAutoOptions = endpoint({
  name: 'setAutoOptions',
  host: 'main',
  method: 'PUT',
  path: '/user/models/auto',
  caller: 'account-member',
  summary: "Stores the caller's preference and models for 'auto', in every account.",
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
  summary: "Adds a model to the caller's favorites, which are first in the picker, or removes it.",
  body: z.strictObject({ modelId: modelId(), isFavourite: z.boolean() }),
  reply: { json: messageReply(z.strictObject({ modelId: z.string(), isFavourite: z.boolean() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const modelEndpoints = { listModels, setAutoOptions, markFavourite }
