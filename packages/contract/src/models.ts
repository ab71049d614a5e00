import { z } from 'zod'
import { endpoint, messageReply } from './endpoint.ts'

export const modelCategories = ['Basic', 'Advanced', 'Reasoning', 'Media Generation'] as const
export const ModelCategory = z.enum(modelCategories)
export type ModelCategory = z.infer<typeof ModelCategory>

export const autoPreferences = ['fastest', 'balanced', 'best', 'cheapest'] as const
export const AutoPreference = z.enum(autoPreferences)
export type AutoPreference = z.infer<typeof AutoPreference>

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
  /** Why it cannot be chosen, when it is not available. */
  unavailableReason: z.enum(['NO_KEY', 'PROVIDER_DOWN', 'NOT_YET_SUPPORTED']).nullable(),
  image_processing: z.boolean(),
  spreadsheet_agent: z.boolean(),
  followupQuestionsDefault: z.boolean(),
  is_deferred_response: z.boolean(),
  promptCounter: z.boolean(),
  system_default: z.boolean(),
  category: ModelCategory,
  options: z.strictObject({ preference: AutoPreference.optional(), reasoning: z.boolean() }),
  /** Credits that a typical question takes: 100 words asked, 3000 answered. Null for auto, whose price is that of the model it picks. */
  creditsPerTypicalQuestion: z.number().nullable(),
  /** The provider's name as people know it. */
  providerName: z.string(),
  /** Answers are made by the built-in sandbox, not by an AI model; every screen that shows them says so. */
  sandbox: z.boolean(),
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
  summary: "The models that can be asked in the account, 'auto' first.",
  reply: { json: messageReply(z.array(Model)) },
  errors: ['NOT_A_MEMBER'],
})
export const setAutoPreference = endpoint({
  name: 'setAutoPreference',
  host: 'main',
  method: 'PUT',
  path: '/user/models/auto',
  caller: 'account-member',
  summary: "Stores what the 'auto' model prefers for the caller.",
  body: z.strictObject({ preference: AutoPreference }),
  reply: { json: messageReply(z.strictObject({ preference: AutoPreference })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const modelEndpoints = { listModels, setAutoPreference }
