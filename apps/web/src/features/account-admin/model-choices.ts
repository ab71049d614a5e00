import { type AccountSettings, AUTO_MODEL_ID } from '@atrium/contract'
import { isSameList, leftModels, type ModelToAllow } from '../models/allowed-models.ts'

export type ModelSettings = Pick<AccountSettings, 'allowedModelIds' | 'defaultModelId'>

/** Those that are allowed or default though the product does not offer them any more. */
export const leftOf = (
  models: readonly ModelToAllow[],
  { allowedModelIds, defaultModelId }: ModelSettings,
): string[] => leftModels(models, [...(allowedModelIds ?? []), ...(defaultModelId ? [defaultModelId] : [])])

/** What is wrong with a choice, or null: there is at least one model, and the default is among them, or Auto, or none. */
export function choiceProblem({ allowedModelIds, defaultModelId }: ModelSettings): 'none' | 'default' | null {
  if (allowedModelIds === null) return null
  if (allowedModelIds.length === 0) return 'none'
  const isFine =
    defaultModelId === null || defaultModelId === AUTO_MODEL_ID || allowedModelIds.includes(defaultModelId)
  return isFine ? null : 'default'
}

/** Whether two choices come to the same, in whatever order the models were ticked. */
export const isSameChoice = (one: ModelSettings, other: ModelSettings): boolean =>
  one.defaultModelId === other.defaultModelId && isSameList(one.allowedModelIds, other.allowedModelIds)
