import { AUTO_MODEL_ID, type Model } from '@atrium/contract'

/** Available models that answer with text, and not in a job. */
export const textModelsOf = (models: readonly Model[]): Model[] =>
  models.filter((model) => model.isAvailable && !model.is_deferred_response && model.pictures === null)

export const defaultModelOf = (models: readonly Model[]): string =>
  models.find((model) => model.system_default)?.modelId ?? AUTO_MODEL_ID
