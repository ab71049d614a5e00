export { preferenceOf } from './auto-preference.ts'
export { countTokens } from './count-tokens.ts'
export { createModels, type Models, type ModelsOptions, type Resolution } from './create-models.ts'
export { ProviderFault } from './provider-fault.ts'
export type { ResolvedModel } from './resolved-model.ts'
export { modelBindings } from './routes.ts'
export {
  streamModel,
  type FinishReason,
  type ModelPart,
  type PromptMessage,
  type PromptPicture,
  type StreamOptions,
} from './stream-model.ts'
