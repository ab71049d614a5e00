export { modelsModule } from './models.module.ts'
export { allowedByBoth, type AllowedModels, isAllowedBy } from './catalogue/allowed-models.ts'
export { choicesOf, copyChoices, keepChoice } from './auto/answer-choices.ts'
export type { AutoDecision } from './auto/auto-decision.ts'
export { countTokens } from '../platform/words/index.ts'
export type { Embedder } from './wire/embed-texts.ts'
export type { PictureReader } from './pictures/read-picture.ts'
export { makePictures } from './pictures/make-pictures.ts'
export { fittingOptions, pictureMilliEach, unsupportedOption } from './pictures/picture-model.ts'
export { createModels, type Models, type ModelsOptions, type Resolution } from './create-models.ts'
export { defaultModelPreferences, modelPreferencesOf } from './catalogue/model-preferences.ts'
export { ProviderFault } from './wire/provider-fault.ts'
export type { ResolvedModel } from './catalogue/resolved-model.ts'
export { plainQuestion, traitsOf } from './auto/question-traits.ts'
export { providerKeys } from './providers/provider-keys.ts'
export { providerBindings } from './providers/routes.ts'
export { type SharedProviders, shareProviders } from './providers/share-providers.ts'
export { createReplay, type DecisionRecord, reportText } from './auto/replay-decisions.ts'
export type { ProviderState } from './providers/provider-state.ts'
export { unreadableProviders } from './providers/unreadable-providers.ts'
export { modelBindings } from './routes.ts'
export {
  type FinishReason,
  type ModelPart,
  type PromptMessage,
  type PromptPicture,
  type StreamOptions,
} from './wire/stream-model.ts'
export type { CalledTools, ToolCall, ToolOffer, ToolResult } from './wire/tool-calls.ts'
export type { Connection } from './providers/provider-connections.ts'
export type { SearchRow } from './catalogue/models-file.ts'
export type { InstalledServer } from './providers/provider-connections.ts'
export { retryIterating } from './wire/retry-transient.ts'
export { streamWithRetry } from './wire/stream-with-retry.ts'
