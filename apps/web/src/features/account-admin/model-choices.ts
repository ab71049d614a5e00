import { type AccountSettings, AUTO_MODEL_ID } from '@atrium/contract'
import { isSameList, leftModels, type ModelToAllow } from '../../entities/models/allowed-models.ts'

export type ModelSettings = Pick<AccountSettings, 'allowedModelIds' | 'defaultModelId'>

/** Allowed or default models that the product no longer offers. */
export const leftOf = (
  models: readonly ModelToAllow[],
  { allowedModelIds, defaultModelId }: ModelSettings,
): string[] => leftModels(models, [...(allowedModelIds ?? []), ...(defaultModelId ? [defaultModelId] : [])])

/**
 * Returns the problem of a choice, or null: there must be at least one model, and the default must be among them, Auto, or unset.
 */
export function choiceProblem({ allowedModelIds, defaultModelId }: ModelSettings): 'none' | 'default' | null {
  if (allowedModelIds === null) return null
  if (allowedModelIds.length === 0) return 'none'
  const isFine =
    defaultModelId === null || defaultModelId === AUTO_MODEL_ID || allowedModelIds.includes(defaultModelId)
  return isFine ? null : 'default'
}

/** Whether two choices are equal, in any order. */
export const isSameChoice = (one: ModelSettings, other: ModelSettings): boolean =>
  one.defaultModelId === other.defaultModelId && isSameList(one.allowedModelIds, other.allowedModelIds)
