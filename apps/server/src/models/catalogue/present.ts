import { AUTO_MODEL_ID, type AutoOptions, type Model } from '@atrium/contract'
import type { CatalogueModel } from './catalogue.ts'

/** A model as the list shows it. Of its provider only the name: no address, no key. */
export function presentModel(
  model: CatalogueModel,
  {
    isDefault,
    isFavourite,
    isAllowed,
    hasWebSearch,
  }: {
    isDefault: boolean
    isFavourite: boolean
    /** Whether the room allows it. */
    isAllowed: boolean
    hasWebSearch: boolean
  },
): Model {
  const { row, watch } = model
  return {
    modelId: row.id,
    modelName: row.model,
    modelVersion: row.version,
    displayName: row.displayName,
    description: row.description,
    contextLimit: row.contextLimit,
    maxTokens: row.maxOutputTokens,
    isAvailable: isAllowed && watch.isUp,
    unavailableReason: !isAllowed ? 'NOT_ALLOWED_IN_ROOM' : watch.isUp ? null : 'PROVIDER_DOWN',
    image_processing: row.image_processing,
    web_search: hasWebSearch && !model.pictures,
    spreadsheet_agent: row.spreadsheet_agent,
    followupQuestionsDefault: row.followupQuestionsDefault,
    is_deferred_response: row.is_deferred_response,
    promptCounter: row.promptCounter,
    system_default: isDefault,
    category: row.category,
    options: { reasoning: row.reasoning },
    pictures: model.pictures && {
      most: model.pictures.most,
      sizes: model.pictures.sizes.map(({ size, milliEach }) => ({ size, creditsEach: milliEach / 1000 })),
      styles: model.pictures.styles,
    },
    creditsPerTypicalQuestion: model.pictures ? null : model.creditsPerTypicalQuestion,
    providerName: model.providerName,
    sandbox: model.sandbox,
    isFavourite,
  }
}

/** Auto (MODEL-02), with the combined abilities of the models that it can choose. */
export function presentAuto(
  models: readonly CatalogueModel[],
  {
    options,
    isDefault,
    isShutOut,
    hasWebSearch,
  }: {
    options: AutoOptions
    isDefault: boolean
    /** The room allows no model at all. */
    isShutOut: boolean
    hasWebSearch: boolean
  },
): Model {
  const available = models.filter((model) => model.watch.isUp)
  return {
    modelId: AUTO_MODEL_ID,
    modelName: AUTO_MODEL_ID,
    modelVersion: '1',
    displayName: 'Auto',
    description: 'Chooses the model that suits each question.',
    contextLimit: 1_048_576,
    maxTokens: 8192,
    isAvailable: available.length > 0,
    unavailableReason: available.length > 0 ? null : reasonWithout(models, isShutOut),
    image_processing: available.some((model) => model.row.image_processing),
    web_search: hasWebSearch && available.some((model) => !model.pictures),
    spreadsheet_agent: available.some((model) => model.row.spreadsheet_agent),
    followupQuestionsDefault: false,
    is_deferred_response: false,
    promptCounter: false,
    system_default: isDefault,
    category: 'Basic',
    options: { ...options, reasoning: available.some((model) => model.reasoning) },
    pictures: null,
    creditsPerTypicalQuestion: null,
    providerName: 'Atrium',
    sandbox: available.length > 0 && available.every((model) => model.sandbox),
    isFavourite: false,
  }
}

function reasonWithout(models: readonly CatalogueModel[], isShutOut: boolean): Model['unavailableReason'] {
  if (isShutOut) return 'NONE_ALLOWED_IN_ROOM'
  return models.length > 0 ? 'PROVIDER_DOWN' : 'NO_KEY'
}
