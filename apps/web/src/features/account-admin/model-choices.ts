import { type AccountSettings, AUTO_MODEL_ID } from '@atrium/contract'

export type ModelToAllow = { modelId: string; displayName: string; providerName: string }
export type ModelSettings = Pick<AccountSettings, 'allowedModelIds' | 'defaultModelId'>

/** The models by who provides them, in the order in which they come. */
export function byProvider(models: readonly ModelToAllow[]): { provider: string; models: ModelToAllow[] }[] {
  const groups = new Map<string, ModelToAllow[]>()
  for (const model of models)
    groups.set(model.providerName, [...(groups.get(model.providerName) ?? []), model])
  return [...groups].map(([provider, ofProvider]) => ({ provider, models: ofProvider }))
}

/** Those that are allowed or default though the product does not offer them any more. */
export const leftModels = (models: readonly ModelToAllow[], saved: ModelSettings): string[] => {
  const known = new Set([AUTO_MODEL_ID, ...models.map(({ modelId }) => modelId)])
  const named = [...(saved.allowedModelIds ?? []), ...(saved.defaultModelId ? [saved.defaultModelId] : [])]
  return [...new Set(named.filter((modelId) => !known.has(modelId)))]
}

/** What is wrong with a choice, or null: there is at least one model, and the default is among them, or Auto, or none. */
export function choiceProblem({ allowedModelIds, defaultModelId }: ModelSettings): 'none' | 'default' | null {
  if (allowedModelIds === null) return null
  if (allowedModelIds.length === 0) return 'none'
  const isFine =
    defaultModelId === null || defaultModelId === AUTO_MODEL_ID || allowedModelIds.includes(defaultModelId)
  return isFine ? null : 'default'
}

/** Whether two choices come to the same, in whatever order the models were ticked. */
export const isSameChoice = (one: ModelSettings, other: ModelSettings): boolean => {
  const told = ({ allowedModelIds, defaultModelId }: ModelSettings) =>
    JSON.stringify([allowedModelIds?.toSorted() ?? null, defaultModelId])
  return told(one) === told(other)
}
