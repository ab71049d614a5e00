export { allowedByBoth, type AllowedModels, isAllowedBy } from './allowed-models.ts'
export { choicesOf, keepChoice } from './answer-choices.ts'
export type { AutoDecision } from './auto-decision.ts'
export { countTokens } from './count-tokens.ts'
export type { Embedder } from './embed-texts.ts'
export type { PictureReader } from './read-picture.ts'
export { makePictures } from './make-pictures.ts'
export { fittingOptions, pictureMilliEach, refusedWish } from './picture-model.ts'
export { createModels, type Models, type ModelsOptions, type Resolution } from './create-models.ts'
export { noWishes, wishesOf } from './model-wishes.ts'
export { ProviderFault } from './provider-fault.ts'
export type { ResolvedModel } from './resolved-model.ts'
export { plainQuestion, traitsOf } from './question-traits.ts'
export { providerKeys } from './providers/provider-keys.ts'
export { providerBindings } from './providers/routes.ts'
export { type SharedProviders, shareProviders } from './providers/share-providers.ts'
export { createReplay, type DecisionRecord, reportText } from './replay-decisions.ts'
export { modelBindings } from './routes.ts'
export {
  streamModel,
  type FinishReason,
  type ModelPart,
  type PromptMessage,
  type PromptPicture,
  type StreamOptions,
} from './stream-model.ts'
